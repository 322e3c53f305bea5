// ClientQuotas: limits of users, client ids and addresses, kept and described (KIP-546). Nothing is
// ever held to them.
#pragma once

#include "config/config_fault.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cohort::broker {

/// Whom a limit is for: the names by entity type ("user", "client-id", "ip"), null for the default.
using QuotaEntity = std::map<std::string, std::optional<std::string>, std::less<>>;
using Quotas = std::map<std::string, double, std::less<>>;
using ClientQuotas = std::map<QuotaEntity, Quotas>;

/// A limit to set, or to remove.
struct QuotaChange {
  std::string key;
  std::optional<double> value;
};

/// Why an entity can't have these limits, or nothing; a null value is always allowed. Source:
/// ClientQuotaControlManager.alterClientQuotaEntity.
std::optional<ConfigFault> quota_fault(const QuotaEntity& entity,
                                       const std::vector<QuotaChange>& changes);

/// A condition on entities. Source: DescribeClientQuotasRequest.
struct QuotaFilter {
  QuotaEntity exact;  ///< These types with these names.
  /// These types with any name; the value is of no account.
  std::map<std::string, bool, std::less<>> any;
  bool is_strict = false;  ///< And no other types.

  bool matches(const QuotaEntity& entity) const;
};

}  // namespace cohort::broker
