// TypeList: a list of types, and the question whether a type is in it.
#pragma once

#include <type_traits>

namespace cohort {

template <class... Types>
struct TypeList {
  static constexpr int size = sizeof...(Types);
};

template <class Type, class List>
inline constexpr bool is_in = false;
template <class Type, class... Types>
inline constexpr bool is_in<Type, TypeList<Types...>> = (std::is_same_v<Type, Types> || ...);

}  // namespace cohort
