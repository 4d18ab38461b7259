import { expect, test } from 'vitest';
import { captureRef, chooseCookies, refLink } from './ref-link.ts';
import { read, write } from './storage.ts';

const day = 24 * 60 * 60 * 1000;
const first = new Date('2026-11-20T10:00:00Z');
const later = (ms: number) => new Date(first.getTime() + ms);

test('the first visit is kept with its time', () => {
  write('cookieChoice', 'all');
  captureRef('?ref=ANA', first);
  expect(read('ref_link')).toBe('ANA');
  expect(read('ref_date')).toBe('2026-11-20T10:00:00.000Z');
});

test('a visit within 30 days does not overwrite, a later one does', () => {
  write('cookieChoice', 'all');
  captureRef('?ref=ANA', first);
  captureRef('?ref=RUI', later(29 * day));
  expect(read('ref_link')).toBe('ANA');
  captureRef('?ref=RUI', later(31 * day));
  expect(read('ref_link')).toBe('RUI');
});

test('only for the session until cookies are accepted', () => {
  captureRef('?ref=ANA', first);
  expect(read('ref_link')).toBeNull();
  expect(refLink(later(1))).toBe('ANA');
  chooseCookies('all');
  expect(read('ref_link')).toBe('ANA');
});

test('essential cookies only: it stays in the session', () => {
  captureRef('?ref=ANA', first);
  chooseCookies('essential');
  expect(read('ref_link')).toBeNull();
  expect(refLink(later(1))).toBe('ANA');
});

test('taken back: it goes from where it outlives the session', () => {
  chooseCookies('all');
  captureRef('?ref=ANA', first);
  chooseCookies('essential');
  expect(read('ref_link')).toBeNull();
  expect(read('ref_date')).toBeNull();
  expect(refLink(later(1))).toBe('ANA');
});

test('attached only while its date is earlier than now and under 30 days old', () => {
  captureRef('?ref=ANA', first);
  expect(refLink(first)).toBeUndefined();
  expect(refLink(later(30 * day - 1))).toBe('ANA');
  expect(refLink(later(30 * day))).toBeUndefined();
});

test('a page without a code changes nothing', () => {
  captureRef('?x=1', first);
  captureRef('?ref=', first);
  expect(refLink(later(1))).toBeUndefined();
});
