// What main.cpp wants of strategy.cpp.

#pragma once

#include <cstdint>

#include "king/v1/session.pb.h"

/// The index of the answer in `question.legal()`; `question.king()` is all that you may know.
std::uint32_t choose(const king::v1::Question& question, const king::v1::RuleSet& rules);
