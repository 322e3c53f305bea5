// client_configs: the clients of a load, as its options have them.
#pragma once

#include "load/load_options.hpp"
#include <cohort/client/admin_config.hpp>
#include <cohort/client/consumer_config.hpp>
#include <cohort/client/producer_config.hpp>
#include <cohort/node/instant.hpp>

#include <string>
#include <utility>
#include <vector>

namespace cohort::load {

/// A load has clients of several kinds: each -X is for those that know it. Throws tool::UsageError
/// for one that none knows.
void check_settings(const tool::ClientOptions& options);

/// --timeout: so long anything may take.
Duration timeout_of(const tool::ClientOptions& options);

client::AdminConfig admin_config_of(const tool::ClientOptions& options);
/// Fills batches.
client::ProducerConfig bulk_producer_of(const LoadOptions& options);
/// Sends each record at once.
client::ProducerConfig prompt_producer_of(const LoadOptions& options);
/// Of no group if it is empty. Throws tool::UsageError and client::ConfigError, as all of them.
client::ConsumerConfig consumer_of(const LoadOptions& options, const std::string& group);

/// The settings that make results comparable, in words.
std::vector<std::pair<std::string, std::string>> settings_of(const LoadOptions& options);

}  // namespace cohort::load
