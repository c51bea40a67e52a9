const BRAND = Symbol.for('molehill.stale-backend');

/**
 * Thrown by a backend whose connection was dead before anything was sent. The work is retried on a new backend, so it
 * must not be thrown once a statement may have reached the server.
 */
export class StaleBackendError extends Error {
  readonly [BRAND] = true;

  constructor(message = 'the connection is no longer alive', options?: ErrorOptions) {
    super(message, options);
    this.name = 'StaleBackendError';
  }
}

export function isStaleBackendError(value: unknown): value is StaleBackendError {
  return typeof value === 'object' && value !== null && BRAND in value;
}
