/**
 * One number as people write and copy it: '+351 21 346 78 90', '(021) 346.78.90', '021/3467890'. Two would be dialled as
 * one. Source of the number of digits: ITU-T E.164.
 */
const PHONE = /^\+?(?=(?:\D*\d){5,15}\D*$)[\d ()./-]+$/;

/** Spaces and dashes of other kinds become those of the keyboard; marks that nobody sees, which address books add, go. */
export const normalizePhone = (text: string): string =>
  // What has no digit is no phone: it stays as it is, and is refused.
  /\d/.test(text)
    ? text
        .replace(/\p{Cf}/gu, '')
        .replace(/[\p{Zs}\t]+/gu, ' ')
        .replace(/[\u2010-\u2015\u2212]/g, '-')
        .trim()
    : text;

/** Whether a normalised text is a phone number or empty; the schema says whether it may be empty. */
export const isPhone = (text: string): boolean => text === '' || PHONE.test(text);
