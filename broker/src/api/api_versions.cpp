// ApiVersions v0-v4 (KIP-35).
// v1 throttle time; v2 nothing on the wire; v3 client software name and version (KIP-511),
// flexible; v4 features from 0. Not here: features (none are advertised).
#include "api/handlers.hpp"
#include "dispatch.hpp"
#include "state.hpp"
#include <cohort/protocol/messages/api_versions.hpp>

#include <algorithm>
#include <string_view>

namespace cohort::broker {

namespace {

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Letters and digits, with '-' and '.' between them (KIP-511; ApiVersionsRequest.isValid).
bool is_software_word(std::string_view word) {
  if (word.empty() || !is_alphanumeric(word.front()) || !is_alphanumeric(word.back())) return false;
  return std::all_of(word.begin(), word.end(),
                     [](char c) { return is_alphanumeric(c) || c == '-' || c == '.'; });
}

}  // namespace

std::optional<ApiVersionsResponse> api_versions(RequestContext& context,
                                                const ApiVersionsRequest& request) {
  if (context.version() >= 3) {
    if (!is_software_word(request.client_software_name) ||
        !is_software_word(request.client_software_version)) {
      return ApiVersionsResponse{.error_code = ErrorCode::invalid_request};
    }
    Connection& connection = context.state.connections.at(context.origin.link);
    connection.software_name = request.client_software_name;
    connection.software_version = request.client_software_version;
  }
  ApiVersionsResponse response;
  for (const DispatchRow& row : dispatch_table()) {
    response.api_keys.push_back({row.key, row.versions.first, row.versions.last});
  }
  return response;
}

}  // namespace cohort::broker
