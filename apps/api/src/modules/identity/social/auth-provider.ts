/** The provider's claims about a user. */
export interface Claims {
  subject: string;
  /** Null when the provider does not share it. */
  email: string | null;
  /** Whether the provider vouches for the address. */
  isEmailVerified: boolean;
  name: string;
}

/** Values bound to the browser that started the flow. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Sign-in by an external account. Both calls reject when the provider cannot be reached or refuses. */
export interface AuthProvider {
  /** URL to redirect the browser to. */
  start(secrets: SignInSecrets, redirectUri: string): Promise<URL>;
  /** `callbackUrl`: with all parameters the provider sent. */
  finish(secrets: SignInSecrets, callbackUrl: URL): Promise<Claims>;
}
