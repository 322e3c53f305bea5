#include "conformance/suite/tested_broker.hpp"

#include "conformance/play/dialogue.hpp"

#include <algorithm>

namespace cohort::conform {

namespace {

/// Its coordinators may take their time to load.
constexpr Duration loading_patience = std::chrono::seconds(60);

/// Cases may make one, which no name tells from another's.
bool has_unnamed_group(Transport& transport, Target& target) {
  if (!target.versions_of("ListGroups")) return true;
  try {
    Dialogue dialogue(transport);
    const Json answer =
        dialogue.call("ListGroups", target.version_near("ListGroups", 0), Json::object());
    dialogue.close();
    const Json& groups = answer.at("groups");
    return std::any_of(groups.begin(), groups.end(), [](const Json& group) {
      return group.at("group_id").get<std::string>().empty();
    });
  } catch (const Failure& failure) {
    target.notes.emplace_back(failure.what());
  } catch (const Json::exception&) {
    target.notes.emplace_back("ListGroups: an answer that is none");
  }
  return true;
}

}  // namespace

TestedBroker ask_broker(const Address& address,
                        const std::map<std::string, std::string>& declared) {
  SocketTransport transport(address, loading_patience);
  try {
    Target target = Target::of(transport);
    Properties properties(declared);
    properties.ask(transport, target);
    const bool has_one = has_unnamed_group(transport, target);
    return {.address = address,
            .target = std::move(target),
            .properties = std::move(properties),
            .has_unnamed_group = has_one};
  } catch (const Unsupported& reason) {
    throw Failure(std::string("no Kafka broker: ") + reason.what());
  }
}

}  // namespace cohort::conform
