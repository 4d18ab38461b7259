import { createHook } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './credentials.ts';

test('many passwords at once leave threads for files and names, and are all right in the end', async () => {
  const running = new Set<number>();
  let highest = 0;
  const hook = createHook({
    init: (id, type) => {
      if (type !== 'ARGON2REQUEST') return;
      running.add(id);
      highest = Math.max(highest, running.size);
    },
    before: (id) => void running.delete(id),
  }).enable();
  const hash = await hashPassword('sobras1');
  const results = await Promise.all(
    Array.from({ length: 10 }, (_, i) => verifyPassword(i % 2 ? 'sobras1' : 'sobras2', hash)),
  );
  hook.disable();
  expect(results).toEqual([false, true, false, true, false, true, false, true, false, true]);
  expect(highest).toBe(2);
});
