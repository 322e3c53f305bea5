# Test programs of one thread: what is a pure machine, alone or in virtual time. (simulation/switches explores several
# worlds at a time, each by itself; that storms may run in threads is seen by `cohort simulate`.)
cohort_test_folder(protocol LINK cohort::node nlohmann_json::nlohmann_json)
if(COHORT_SANITIZE)  # As for the codec's units in protocol/.
  set_source_files_properties(protocol/any_message.cpp protocol/codec_round_trip_test.cpp PROPERTIES COMPILE_OPTIONS -O0)
endif()
target_compile_definitions(protocol_tests PRIVATE COHORT_VECTORS="${CMAKE_CURRENT_SOURCE_DIR}/vectors")
cohort_test_folder(node LINK cohort::sim)
cohort_test_folder(broker/group LINK cohort::broker)
cohort_test_folder(broker/log LINK cohort::broker)
cohort_test_folder(broker/cluster LINK cohort::broker cohort::sim)
cohort_test_folder(broker/transaction LINK cohort::broker)
cohort_test_folder(races LINK cohort::testing)
cohort_test_folder(explore LINK cohort::testing)
target_include_directories(explore_tests PRIVATE support/src)
cohort_test_folder(simulation LINK cohort::testing cohort::client)
target_include_directories(simulation_tests PRIVATE support/src)

# What goes through every step or state takes its time with a sanitizer: it sees some of them.
set(most_states 1000000)
set(step_stride 1)
if(COHORT_SANITIZE)
  set(most_states 300)
  set(step_stride 12)
endif()

# The broker once more, with its rules as variables (broker/src/rule_switches.hpp), and the scenarios over it: that their
# checkers can fail. With all that it stands on but the codec's large units it is optimised, since exploring is all about
# copying, hashing and taking in messages.
set(ground_sources)
foreach(part protocol node sim)
  get_target_property(part_sources cohort_${part} SOURCES)
  list(APPEND ground_sources ${part_sources})
endforeach()
list(FILTER ground_sources EXCLUDE REGEX "/src/protocol/codec/")
foreach(unit decoder encoder java_text put_header)
  list(APPEND ground_sources ${PROJECT_SOURCE_DIR}/protocol/src/protocol/codec/${unit}.cpp)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/protocol/src/protocol/codec/${unit}.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()
add_library(optimised_ground STATIC ${ground_sources})
# As they are: the rest of their library would come with them.
target_sources(optimised_ground PRIVATE
  "$<FILTER:$<FILTER:$<TARGET_OBJECTS:cohort_protocol>,INCLUDE,/codec/>,EXCLUDE,/codec/(decoder|encoder|java_text|put_header)\\.cpp>")
target_include_directories(optimised_ground PUBLIC ${PROJECT_SOURCE_DIR}/protocol/include PRIVATE ${PROJECT_SOURCE_DIR}/protocol/src)
target_link_libraries(optimised_ground PUBLIC Boost::headers PRIVATE cohort_flags cohort_external::isal cohort_external::zstd
                      cohort_external::lz4 cohort_external::snappy ZLIB::ZLIB)
get_target_property(switched_sources cohort_broker SOURCES)
add_library(broker_with_switches STATIC ${switched_sources})
target_compile_definitions(broker_with_switches PUBLIC COHORT_RULE_SWITCHES)
target_include_directories(broker_with_switches PUBLIC ${PROJECT_SOURCE_DIR}/broker/include PRIVATE ${PROJECT_SOURCE_DIR}/broker/src)
target_link_libraries(broker_with_switches PUBLIC optimised_ground PRIVATE cohort_flags fmt::fmt)
cohort_test_folder(explore/switches LINK broker_with_switches fmt::fmt)
target_sources(explore_switches_tests PRIVATE explore/exactly_once.cpp explore/output_view.cpp explore/processing_world.cpp explore/processor.cpp
                                             explore/processor_requests.cpp support/src/state_graph.cpp)
target_include_directories(explore_switches_tests PRIVATE support/include)
target_compile_definitions(explore_switches_tests PRIVATE COHORT_MOST_STATES=${most_states})
if(COHORT_SANITIZE)
  target_compile_definitions(explore_switches_tests PRIVATE COHORT_SEES_FEW_STATES)
  set(sees_few_states COHORT_SEES_FEW_STATES)
endif()

# The client likewise (client/src/membership/rule_switches.hpp), as far as a consumer and a producer in virtual time need
# it. Who links it links no library without switches: there they are constants.
get_target_property(switched_client_sources cohort_client SOURCES)
list(FILTER switched_client_sources EXCLUDE REGEX "/src/(admin|facade|raw)/|json_serde")
add_library(client_with_switches STATIC ${switched_client_sources})
target_include_directories(client_with_switches PUBLIC ${PROJECT_SOURCE_DIR}/client/include PRIVATE ${PROJECT_SOURCE_DIR}/client/src)
target_link_libraries(client_with_switches PUBLIC broker_with_switches PRIVATE cohort_flags fmt::fmt)

# The worlds and storms of cohort::testing, which stand on both.
file(GLOB simulated_sources CONFIGURE_DEPENDS support/src/world/*.cpp support/src/storm/*.cpp
     support/src/trace/*.cpp)
cohort_test_folder(simulation/switches LINK client_with_switches fmt::fmt)
target_sources(simulation_switches_tests PRIVATE ${simulated_sources} broker/group/group_test.cpp client/member_client.cpp
                                                 support/src/state_graph.cpp simulation/group_explorations.cpp)
target_include_directories(simulation_switches_tests PRIVATE support/include support/src)
target_compile_definitions(simulation_switches_tests PRIVATE COHORT_MOST_STATES=${most_states} ${sees_few_states})

foreach(target optimised_ground broker_with_switches explore_switches_tests client_with_switches simulation_switches_tests)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
  if(NOT COHORT_SANITIZE)
    target_compile_options(${target} PRIVATE -O2)
  endif()
endforeach()
cohort_test_folder(broker/records LINK cohort::broker cohort::sim)
cohort_test_folder(broker/api LINK cohort::broker cohort::sim nlohmann_json::nlohmann_json)
target_compile_definitions(broker_api_tests PRIVATE COHORT_README="${PROJECT_SOURCE_DIR}/README.md")
cohort_test_folder(client LINK cohort::testing cohort::client)
cohort_test_folder(client/faults LINK cohort::testing cohort::client)
target_sources(client_faults_tests PRIVATE client/member_client.cpp)
target_compile_definitions(client_faults_tests PRIVATE COHORT_STEP_STRIDE=${step_stride})
cohort_test_folder(scenarios LINK cohort::broker cohort::sim fmt::fmt)
target_sources(scenarios_tests PRIVATE support/group_world.cpp)

# CTest begins with what takes longest, so that none of these is waited for alone.
set_tests_properties(client_tests client_faults_tests broker_api_tests broker_records_tests scenarios_tests PROPERTIES COST 100)
