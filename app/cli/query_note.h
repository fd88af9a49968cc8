#pragma once

#include <optional>
#include <string>

#include "cct/query/language/query.h"

namespace ringscope {

// A note about words of a query that seem meant for a field that the language does not have: "module:libc" is
// looked for in names as it stands. With `found_nothing` it also tells of words that are nearly conditions,
// and of prefixes that no field resembles. Nothing where there are no such words.
[[nodiscard]] std::optional<std::string> UnknownFieldNote(const Query& query, bool found_nothing);

// Prints that note, if there is one.
void NoteUnknownFields(const Query& query, bool found_nothing = false);

}  // namespace ringscope
