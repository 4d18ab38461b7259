import { expect, test } from 'vitest';
import { cancellationDeadline, canHandOut, handOutEndsAt, holdEndsAt } from './deadlines.ts';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const [start, end] = [at('17:30:00'), at('19:00:00')];

test('a hold lasts ten minutes, or until the end of the window if that is sooner', () => {
  expect(holdEndsAt(at('12:00:00'), end)).toEqual(at('12:10:00'));
  expect(holdEndsAt(at('18:50:00'), end)).toEqual(end);
  expect(holdEndsAt(at('18:55:00'), end)).toEqual(end);
});

test('cancelling is free until two hours before the window', () => {
  expect(cancellationDeadline(start)).toEqual(at('15:30:00'));
});

test.each([
  ['16:59:59', false],
  ['17:00:00', true],
  ['18:00:00', true],
  ['19:30:00', true],
  ['19:30:01', false],
])('hand-out at %s: %s', (time, can) => expect(canHandOut(at(time), start, end)).toBe(can));

test('hand-out ends half an hour after the window', () => {
  expect(handOutEndsAt(end)).toEqual(at('19:30:00'));
});
