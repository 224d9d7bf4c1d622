"""All campaigns, by name, in the order in which they are run."""

from tests.chaos import (
    cuts,
    edits,
    fuzz,
    growth,
    kills,
    power,
    prediction,
    secrets_told,
    slow_readers,
    store_killed,
    storm,
    swallowed,
    two_servers,
)
from tests.chaos.campaign import Campaign

CAMPAIGNS: dict[str, Campaign] = {
    "server_killed": kills.CAMPAIGN,
    "store_killed": store_killed.CAMPAIGN,
    "power_cut": power.CAMPAIGN,
    "slow_readers": slow_readers.CAMPAIGN,
    "crowd_comes_back": storm.CAMPAIGN,
    "two_servers": two_servers.CAMPAIGN,
    "store_cut_off": cuts.CAMPAIGN,
    "replies_swallowed": swallowed.CAMPAIGN,
    "secrets_by_sequence": secrets_told.SEQUENCE,
    "secrets_by_size_and_time": secrets_told.SIZE_AND_TIME,
    "prediction": prediction.CAMPAIGN,
    "record_edited": edits.CAMPAIGN,
    "fuzzed_documents": fuzz.DOCUMENTS,
    "fuzzed_frames": fuzz.FRAMES,
    "memory_over_time": growth.CAMPAIGN,
}
