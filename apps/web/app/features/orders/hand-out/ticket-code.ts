/** The PIN in the text of a ticket's QR code ('WOPACK:10482:4827'); null when it is another code. */
export const parseTicketPin = (text: string): string | null =>
  /^WOPACK:\d{1,10}:(\d{4})$/.exec(text)?.[1] ?? null;
