import { expect, test } from 'vitest';
import { buildOrder } from '../../../../test/build-order.ts';
import { buildCalendarFile } from './calendar-file.ts';

test('contains the pickup with place, address and a reminder an hour before; never the PIN', () => {
  const file = buildCalendarFile(buildOrder(), {
    summary: 'Pick up Cesto at Padaria Aurora',
    description: 'WoPack order 42.',
    url: 'https://wopack.example/orders/42',
  });
  const lines = file.split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'UID:order-42@wopack.example',
      'DTSTART:20261120T173000Z',
      'DTEND:20261120T190000Z',
      'SUMMARY:Pick up Cesto at Padaria Aurora',
      'LOCATION:Padaria Aurora\\nRua da Trindade 18',
      'ACTION:DISPLAY',
      'TRIGGER:-PT1H',
    ]),
  );
  expect(file).not.toContain('4827');
});
