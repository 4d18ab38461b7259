// Made by `npm run generate` from the list of screens in the tests.
export const TESTED_PAGES = 78;
