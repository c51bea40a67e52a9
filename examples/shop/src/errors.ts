export type ErrorCode =
  | 'bad_request'
  | 'coupon_not_valid'
  | 'method_not_allowed'
  | 'no_database'
  | 'not_found'
  | 'too_large';

const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  coupon_not_valid: 400,
  method_not_allowed: 405,
  no_database: 503,
  not_found: 404,
  too_large: 413,
};

/** Something the caller did wrong or can mend; anything else is a defect and answers 500. */
export class ShopError extends Error {
  readonly code: ErrorCode;
  readonly status: number;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'ShopError';
    this.code = code;
    this.status = STATUS[code];
  }
}
