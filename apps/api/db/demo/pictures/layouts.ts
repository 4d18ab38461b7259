/**
 * Where foods stand: centre as a share of the picture's width and height, size as a share of the width, turn
 * in degrees. Drawn in this order, so the last stands in front. `food` says which one of the pack's list.
 */
export interface Place {
  food: number;
  x: number;
  y: number;
  size: number;
  turn: number;
}

/** Three of a kind. */
export const row: Place[] = [
  { food: 1, x: 0.25, y: 0.57, size: 0.34, turn: -16 },
  { food: 2, x: 0.75, y: 0.45, size: 0.32, turn: 18 },
  { food: 0, x: 0.5, y: 0.53, size: 0.41, turn: 2 },
];

const three: Place[][] = [
  row,
  [
    { food: 1, x: 0.68, y: 0.42, size: 0.36, turn: 8 },
    { food: 0, x: 0.33, y: 0.47, size: 0.39, turn: -8 },
    { food: 2, x: 0.54, y: 0.74, size: 0.26, turn: 4 },
  ],
  [
    { food: 0, x: 0.37, y: 0.5, size: 0.42, turn: -6 },
    { food: 1, x: 0.7, y: 0.42, size: 0.32, turn: 12 },
    { food: 2, x: 0.61, y: 0.73, size: 0.27, turn: -4 },
  ],
];

const four: Place[][] = [
  [
    { food: 1, x: 0.27, y: 0.46, size: 0.33, turn: -9 },
    { food: 2, x: 0.61, y: 0.31, size: 0.3, turn: -22 },
    { food: 3, x: 0.76, y: 0.64, size: 0.27, turn: 10 },
    { food: 0, x: 0.48, y: 0.6, size: 0.38, turn: 0 },
  ],
  [
    { food: 1, x: 0.3, y: 0.41, size: 0.33, turn: -10 },
    { food: 0, x: 0.69, y: 0.42, size: 0.36, turn: 10 },
    { food: 2, x: 0.49, y: 0.57, size: 0.32, turn: 0 },
    { food: 3, x: 0.71, y: 0.75, size: 0.25, turn: 8 },
  ],
  [
    { food: 2, x: 0.5, y: 0.33, size: 0.3, turn: 5 },
    { food: 1, x: 0.74, y: 0.5, size: 0.32, turn: 14 },
    { food: 0, x: 0.33, y: 0.51, size: 0.37, turn: -8 },
    { food: 3, x: 0.55, y: 0.72, size: 0.27, turn: -4 },
  ],
];

const five: Place[][] = [
  [
    { food: 1, x: 0.24, y: 0.4, size: 0.31, turn: -10 },
    { food: 2, x: 0.77, y: 0.38, size: 0.31, turn: 11 },
    { food: 3, x: 0.33, y: 0.72, size: 0.28, turn: -3 },
    { food: 0, x: 0.52, y: 0.47, size: 0.36, turn: 4 },
    { food: 4, x: 0.71, y: 0.73, size: 0.26, turn: 9 },
  ],
  [
    { food: 2, x: 0.39, y: 0.32, size: 0.29, turn: -12 },
    { food: 3, x: 0.65, y: 0.3, size: 0.28, turn: 12 },
    { food: 1, x: 0.77, y: 0.59, size: 0.3, turn: 8 },
    { food: 4, x: 0.23, y: 0.6, size: 0.27, turn: -12 },
    { food: 0, x: 0.49, y: 0.63, size: 0.37, turn: 0 },
  ],
];

export const layoutsFor = (count: number): Place[][] => (count <= 3 ? three : count === 4 ? four : five);
