/** An error response of Stripe, in the form of its OpenAPI description. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, error: { type: string; code?: string } & Record<string, unknown>) {
    super(error.code ?? error.type);
    this.status = status;
    this.body = { error: { message: error.code ?? error.type, ...error } };
  }
}
