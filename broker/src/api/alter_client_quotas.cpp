// AlterClientQuotas v0-v1 (KIP-546).
// v1 flexible. Not here: authorisation; holding anybody to the quotas.
#include "api/handlers.hpp"
#include "config/client_quotas.hpp"
#include "log/new_topic.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/alter_client_quotas.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace cohort::broker {

namespace {

struct QuotaAlteration {
  QuotaEntity entity;
  std::vector<QuotaChange> changes;
};

/// As Java prints it.
std::string text_of(const QuotaEntity& entity) {
  std::vector<std::string> parts;
  for (const auto& [type, name] : entity) {
    parts.push_back(fmt::format("{}={}", type, name.value_or("null")));
  }
  return fmt::format("ClientQuotaEntity(entries={{{}}})", fmt::join(parts, ", "));
}

QuotaAlteration alteration_of(const AlterClientQuotasRequestEntry& entry) {
  QuotaAlteration alteration;
  for (const AlterClientQuotasEntity& part : entry.entity) {
    alteration.entity.insert_or_assign(part.entity_type, part.entity_name);
  }
  for (const AlterClientQuotasOp& op : entry.ops) {
    alteration.changes.push_back({op.key, op.remove ? std::nullopt : std::optional(op.value)});
  }
  return alteration;
}

bool names_a_key_twice(const QuotaAlteration& alteration) {
  std::set<std::string_view> keys;
  return !std::ranges::all_of(alteration.changes, [&](const QuotaChange& change) {
    return keys.insert(change.key).second;
  });
}

void apply(BrokerState& state, const QuotaAlteration& alteration, Instant now) {
  Quotas& quotas = state.client_quotas[alteration.entity];
  for (const QuotaChange& change : alteration.changes) {
    if (change.value) {
      quotas.insert_or_assign(change.key, *change.value);
    } else {
      quotas.erase(change.key);
    }
  }
  if (quotas.empty()) state.client_quotas.erase(alteration.entity);
  state.facts.push_back({.at = now,
                         .kind = FactKind::quota_changed,
                         .detail = text_of(alteration.entity) + ": AlterClientQuotas"});
}

/// The answer to all that were named, each once; a key or an entity that is named twice is answered
/// so. Source: ClientQuotaControlManager.alterClientQuotas.
class QuotaAnswers {
 public:
  void add(const QuotaEntity& entity, ConfigFault fault) {
    if (const auto found = std::ranges::find(order_, entity); found == order_.end()) {
      order_.push_back(entity);
    }
    faults_.insert_or_assign(entity, std::move(fault));
  }
  bool contains(const QuotaEntity& entity) const { return faults_.contains(entity); }

  AlterClientQuotasResponse response() const {
    AlterClientQuotasResponse result;
    for (const QuotaEntity& entity : order_) {
      const ConfigFault& fault = faults_.at(entity);
      AlterClientQuotasResponseEntry& entry = result.entries.emplace_back();
      entry.error_code = fault.error;
      entry.error_message = fault.message;
      for (const auto& [type, name] : entity) entry.entity.push_back({type, name});
    }
    return result;
  }

 private:
  std::vector<QuotaEntity> order_;
  std::map<QuotaEntity, ConfigFault> faults_;
};

/// Source: AlterClientQuotasRequest.getErrorResponse.
AlterClientQuotasResponse refuse_all(const AlterClientQuotasRequest& request) {
  AlterClientQuotasResponse response;
  for (const AlterClientQuotasRequestEntry& entry : request.entries) {
    response.entries.push_back(
        {.error_code = ErrorCode::policy_violation,
         .error_message = "Request parameters do not satisfy the configured policy.",
         .entity = entry.entity});
  }
  return response;
}

}  // namespace

std::optional<AlterClientQuotasResponse> alter_client_quotas(
    RequestContext& context, const AlterClientQuotasRequest& request) {
  QuotaAnswers answers;
  std::vector<QuotaAlteration> valid;
  std::int64_t records = 0;
  for (const AlterClientQuotasRequestEntry& entry : request.entries) {
    QuotaAlteration alteration = alteration_of(entry);
    if (answers.contains(alteration.entity) || names_a_key_twice(alteration)) {
      answers.add(alteration.entity, {ErrorCode::invalid_request,
                                      "Ignoring duplicate entity " + text_of(alteration.entity)});
      continue;
    }
    auto fault = quota_fault(alteration.entity, alteration.changes);
    const bool is_valid = !fault;
    answers.add(alteration.entity, std::move(fault).value_or(ConfigFault{}));
    if (!is_valid) continue;
    records += std::ssize(alteration.changes);
    valid.push_back(std::move(alteration));
  }
  if (records > max_new_records) return refuse_all(request);
  if (!request.validate_only) {
    for (const QuotaAlteration& alteration : valid) apply(context.state, alteration, context.now);
  }
  return answers.response();
}

}  // namespace cohort::broker
