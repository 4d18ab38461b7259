/** Makes so many accounts by the sign-up call; answers their tokens. */
export async function registerUsers(url: string, count: number, name: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let i = 0; i < count; i++) {
    const reply = await fetch(`${url}/api/v1/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ name: 'Marta', email: `${name}${i}@wopack.example`, password: 'sobras1', device_name: 'bench' },
        ...{ is_owner: false, is_partner: false, check_terms: true },
      }),
    });
    tokens.push(((await reply.json()) as { token: string }).token);
  }
  return tokens;
}
