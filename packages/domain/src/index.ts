export * from './languages.ts';
export * from './money.ts';
export * from './time/calendar-date.ts';
export * from './time/format-pickup.ts';
export * from './time/pickup-calendar.ts';
export * from './time/slot-window.ts';
export * from './time/slot-window.ts';
export * from './waste.ts';
