// DigestOf: how a class with private state goes into a StateDigest; the class befriends it.
#pragma once

namespace cohort {

class StateDigest;

/// A specialisation has `static void add(StateDigest& into, const T& value)`. It takes the value
/// apart by a structured binding, which names every member: one that is added later can't be
/// forgotten, since nothing compiles before somebody has decided what becomes of it.
template <class T>
struct DigestOf;

}  // namespace cohort
