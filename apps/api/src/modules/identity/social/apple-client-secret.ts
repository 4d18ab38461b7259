import { importPKCS8, SignJWT } from 'jose';

export interface AppleKey {
  teamId: string;
  keyId: string;
  clientId: string;
  /** PKCS 8, as downloaded from Apple. */
  privateKey: string;
}

/** Apple's client secret is a JWT that the client signs itself, valid for some minutes. */
export async function createAppleClientSecret({
  teamId,
  keyId,
  clientId,
  privateKey,
}: AppleKey): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(await importPKCS8(privateKey.replaceAll('\\n', '\n'), 'ES256'));
}
