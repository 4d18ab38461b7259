/** What whoever signs in is called there. */
export interface Claims {
  subject: string;
  /** Null when they do not tell it. */
  email: string | null;
  /** Whether the provider vouches that the address is theirs. */
  isEmailVerified: boolean;
  name: string;
}

/** What only we and the browser that set out know, until it comes back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Signing in by somebody else's account. Either call fails when the provider cannot be reached or says no. */
export interface AuthProvider {
  /** Where the browser is sent. */
  start(secrets: SignInSecrets, redirectUri: string): Promise<URL>;
  /** `returned`: the address of the callback with everything that came. */
  finish(secrets: SignInSecrets, callbackUrl: URL): Promise<Claims>;
}
