import { expect, test } from 'vitest';
import { parseCents } from '../report/answer-report-dialog.tsx';
import { parseTicketPin } from './scan-sheet.tsx';

test.each([
  ['WOPACK:10482:4827', '4827'],
  ['WOPACK:1:0000', '0000'],
  ['WOPACK:10482:482', null],
  ['WOPACK:10482:48271', null],
  ['https://example.com/WOPACK:1:0000', null],
  ['', null],
])('%j contains the PIN %j', (text, pin) => expect(parseTicketPin(text)).toBe(pin));

test.each([
  ['1,50', 150],
  ['1.5 €', 150],
  ['€ 2', 200],
  ['0,005', null],
  ['viel', null],
  ['', null],
])('%j is %j cents', (text, cents) => expect(parseCents(text)).toBe(cents));
