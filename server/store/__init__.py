"""The record of events in Redis or Valkey, and the Valkey that comes along."""
