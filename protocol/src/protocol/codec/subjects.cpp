// Instantiates subjects_of() for every request.
#include "protocol/codec/addresses_of.hpp"
#include "protocol/codec/subject_finder.hpp"
#include <cohort/protocol/messages.hpp>
#include <cohort/protocol/subjects.hpp>

namespace cohort {

template <class Request>
Subjects subjects_of(const Request& request, int version) {
  detail::SubjectFinder finder(version);
  Request::fields(finder, request);
  return finder.take();
}

namespace detail {

template <class Request>
struct FindSubjects {
  Subjects (*subjects_of)(const Request&, int) = &cohort::subjects_of<Request>;
};

template struct AddressesOf<FindSubjects, RequestList>;

}  // namespace detail

}  // namespace cohort
