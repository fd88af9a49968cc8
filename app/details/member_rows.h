#pragma once

#include "app/details/details_model.h"
#include "app/view/state/app_state.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Adds what each member of a fleet costs in the context of `model`, with all that it calls, and by itself:
// mean, least, most and quantiles. Of a tree with members. O(members).
void DescribeMembers(const Cct& tree, const ViewState& view, DetailsModel& model);

// The members of MembersToShow() by what they cost there, the dearest first, as far as that was found.
[[nodiscard]] DetailsMembers DescribeMembersToShow(const ViewState& view);

}  // namespace ringscope
