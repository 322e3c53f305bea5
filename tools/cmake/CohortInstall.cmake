# What `cmake --install` puts where: the libraries with their headers, the command line tool, and the files that
# find_package(cohort) reads.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

get_property(cohort_libraries GLOBAL PROPERTY COHORT_LIBRARIES)
install(TARGETS ${cohort_libraries} EXPORT cohortTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET cohort)
  install(TARGETS cohort RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

set(cohort_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cohort)
install(EXPORT cohortTargets NAMESPACE cohort:: DESTINATION ${cohort_package_dir})
configure_package_config_file(tools/cmake/cohortConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/cohortConfig.cmake
  INSTALL_DESTINATION ${cohort_package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/cohortConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cohortConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/cohortConfigVersion.cmake
  tools/cmake/CohortDependencies.cmake DESTINATION ${cohort_package_dir})
# For builds without CMake. The libraries that ours need are not private ones: only static libraries are installed, and who
# links those needs the others too.
set(cohort_pc_libs "-lcohort_testing -lcohort_embedded -lcohort_http -lcohort_broker -lcohort_client -lcohort_net -lcohort_sim -lcohort_node -lcohort_protocol -lcohort_json")
file(RELATIVE_PATH cohort_pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
configure_file(tools/cmake/cohort.pc.in ${CMAKE_CURRENT_BINARY_DIR}/cohort.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/cohort.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
