#!lua name=broadside_1

-- The one writer of events: a whole commit, or nothing.
--
-- KEYS  1 the game's stream   2 its head: u64 position || hash32, absent before the first event
-- ARGV  1 the head that the writer believes in   2 the head that the commit makes
--       3 the channel for hints                  4 the hint
--       5 the position of the commit's last event, as a stream id
--       then for each event: how many arguments follow, its stream id, field, value, field, value …
--
-- Every refusal comes before the first write: an error means that nothing was written.

local function holds(stream, id, hash)
  local entry = redis.call('XRANGE', stream, id, id)[1]
  if not entry then
    return false
  end
  local fields = entry[2]
  for i = 1, #fields, 2 do
    if fields[i] == 'h' then
      return fields[i + 1] == hash
    end
  end
  return false
end

local function append(keys, args)
  local stream, head = keys[1], keys[2]
  local expected, new, channel, hint, last = args[1], args[2], args[3], args[4], args[5]

  local actual = redis.call('GET', head) or string.rep('\0', 40)
  if actual ~= expected then
    -- The same commit again, perhaps because its first reply was lost: it is recorded.
    if holds(stream, last, string.sub(new, 9)) then
      return {'recorded'}
    end
    return {'conflict', actual}
  end

  -- A user who may XADD but not SET would leave half a commit behind.
  if not redis.acl_check_cmd('SET', head, new) then
    return redis.error_reply('NOPERM the user may not SET the head of a game')
  end

  local i = 6
  while i <= #args do
    local count = tonumber(args[i])
    redis.call('XADD', stream, unpack(args, i + 1, i + count))
    i = i + count + 1
  end
  redis.call('SET', head, new)
  -- A hint may be lost, so it may also be forbidden.
  redis.pcall('PUBLISH', channel, hint)
  return {'recorded'}
end

redis.register_function('broadside_append_1', append)
