"""All campaigns, by name, in the order in which they are run."""

from tests.chaos import (
    cuts,
    kills,
    power,
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
}
