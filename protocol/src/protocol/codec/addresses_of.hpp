// AddressesOf: instantiates function templates for every message of a list, by holding their
// addresses.
#pragma once

#include <cohort/protocol/type_list.hpp>

namespace cohort::detail {

/// `Functions<Message>` is a struct whose members point at the functions wanted. Instantiate this
/// explicitly: `template struct AddressesOf<Functions, List>;`
template <template <class> class Functions, class List>
struct AddressesOf;

template <template <class> class Functions, class... Messages>
struct AddressesOf<Functions, TypeList<Messages...>> {
  struct All : Functions<Messages>... {};
  static const All all;
};

template <template <class> class Functions, class... Messages>
const typename AddressesOf<Functions, TypeList<Messages...>>::All
    AddressesOf<Functions, TypeList<Messages...>>::all{};

}  // namespace cohort::detail
