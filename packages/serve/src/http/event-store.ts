import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface StoredEvent {
  readonly id: number;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

export interface EventLimits {
  readonly events: number;
  readonly bytes: number;
}

/** Small, because there may be hundreds of sessions. */
const USUAL_LIMITS: EventLimits = { events: 200, bytes: 512 * 1024 };

/**
 * Recent messages of a session, so that a client can resume a broken stream. Bounded: the oldest
 * are evicted first.
 */
export function createEventStore(limits: EventLimits = USUAL_LIMITS): EventStore {
  const events: StoredEvent[] = [];
  let next = 0;
  let bytes = 0;

  const forgetOldest = () => {
    while (events.length > limits.events || (bytes > limits.bytes && events.length > 1)) {
      bytes -= events.shift()?.bytes ?? 0;
    }
  };
  const find = (eventId: string) => events.find((event) => String(event.id) === eventId);

  return {
    async storeEvent(streamId, message) {
      const event = { id: next++, streamId, message, bytes: JSON.stringify(message).length };
      events.push(event);
      bytes += event.bytes;
      forgetOldest();
      return String(event.id);
    },
    async getStreamIdForEventId(eventId) {
      return find(eventId)?.streamId;
    },
    async replayEventsAfter(lastEventId, { send }) {
      const last = find(lastEventId);
      if (!last) throw new Error(`event ${lastEventId} is no longer kept`);
      const missed = events.filter((event) => event.id > last.id && event.streamId === last.streamId);
      for (const event of missed) await send(String(event.id), event.message);
      return last.streamId;
    },
  };
}
