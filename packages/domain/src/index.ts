export * from './direction.ts';
export * from './languages.ts';
export * from './money.ts';
export * from './position.ts';
export * from './postal-address.ts';
export * from './time/dates-and-windows.ts';
export * from './time/pickup-calendar.ts';
export * from './user-agent.ts';
