/**
 * Position of a food: centre as a fraction of width and height, size as a fraction of the width, rotation
 * in degrees. Drawn in order, the last in front. `foodIndex` refers to the product's foods.
 */
export interface FoodPlacement {
  foodIndex: number;
  x: number;
  y: number;
  size: number;
  rotation: number;
}

/** Three of one food. */
export const ROW_LAYOUT: FoodPlacement[] = [
  { foodIndex: 1, x: 0.25, y: 0.57, size: 0.34, rotation: -16 },
  { foodIndex: 2, x: 0.75, y: 0.45, size: 0.32, rotation: 18 },
  { foodIndex: 0, x: 0.5, y: 0.53, size: 0.41, rotation: 2 },
];

const layoutsOfThree: FoodPlacement[][] = [
  ROW_LAYOUT,
  [
    { foodIndex: 1, x: 0.68, y: 0.42, size: 0.36, rotation: 8 },
    { foodIndex: 0, x: 0.33, y: 0.47, size: 0.39, rotation: -8 },
    { foodIndex: 2, x: 0.54, y: 0.74, size: 0.26, rotation: 4 },
  ],
  [
    { foodIndex: 0, x: 0.37, y: 0.5, size: 0.42, rotation: -6 },
    { foodIndex: 1, x: 0.7, y: 0.42, size: 0.32, rotation: 12 },
    { foodIndex: 2, x: 0.61, y: 0.73, size: 0.27, rotation: -4 },
  ],
];

const layoutsOfFour: FoodPlacement[][] = [
  [
    { foodIndex: 1, x: 0.27, y: 0.46, size: 0.33, rotation: -9 },
    { foodIndex: 2, x: 0.61, y: 0.31, size: 0.3, rotation: -22 },
    { foodIndex: 3, x: 0.76, y: 0.64, size: 0.27, rotation: 10 },
    { foodIndex: 0, x: 0.48, y: 0.6, size: 0.38, rotation: 0 },
  ],
  [
    { foodIndex: 1, x: 0.3, y: 0.41, size: 0.33, rotation: -10 },
    { foodIndex: 0, x: 0.69, y: 0.42, size: 0.36, rotation: 10 },
    { foodIndex: 2, x: 0.49, y: 0.57, size: 0.32, rotation: 0 },
    { foodIndex: 3, x: 0.71, y: 0.75, size: 0.25, rotation: 8 },
  ],
  [
    { foodIndex: 2, x: 0.5, y: 0.33, size: 0.3, rotation: 5 },
    { foodIndex: 1, x: 0.74, y: 0.5, size: 0.32, rotation: 14 },
    { foodIndex: 0, x: 0.33, y: 0.51, size: 0.37, rotation: -8 },
    { foodIndex: 3, x: 0.55, y: 0.72, size: 0.27, rotation: -4 },
  ],
];

const layoutsOfFive: FoodPlacement[][] = [
  [
    { foodIndex: 1, x: 0.24, y: 0.4, size: 0.31, rotation: -10 },
    { foodIndex: 2, x: 0.77, y: 0.38, size: 0.31, rotation: 11 },
    { foodIndex: 3, x: 0.33, y: 0.72, size: 0.28, rotation: -3 },
    { foodIndex: 0, x: 0.52, y: 0.47, size: 0.36, rotation: 4 },
    { foodIndex: 4, x: 0.71, y: 0.73, size: 0.26, rotation: 9 },
  ],
  [
    { foodIndex: 2, x: 0.39, y: 0.32, size: 0.29, rotation: -12 },
    { foodIndex: 3, x: 0.65, y: 0.3, size: 0.28, rotation: 12 },
    { foodIndex: 1, x: 0.77, y: 0.59, size: 0.3, rotation: 8 },
    { foodIndex: 4, x: 0.23, y: 0.6, size: 0.27, rotation: -12 },
    { foodIndex: 0, x: 0.49, y: 0.63, size: 0.37, rotation: 0 },
  ],
];

export const getLayouts = (count: number): FoodPlacement[][] =>
  count <= 3 ? layoutsOfThree : count === 4 ? layoutsOfFour : layoutsOfFive;

/** Gradients of generated pictures: three stops along 150°, as in the design's tokens. */
const backdrops = {
  bakery: ['#e6eeff', '#b9ceff', '#93b0f8'],
  meal: ['#ffd9c7', '#ffab8c', '#f58463'],
  green: ['#e2f3c4', '#b7de94', '#86c275'],
  sushi: ['#7d3f67', '#55234a', '#34102a'],
  sweet: ['#ffe0ea', '#ffb9cf', '#f58fb0'],
  drink: ['#ffe9d6', '#eac6a4', '#cd9c73'],
} as const satisfies Record<string, readonly [string, string, string]>;

export type Backdrop = keyof typeof backdrops;

/** End points of a 150° CSS gradient line through a box, as SVG requires. */
function gradientLine(width: number, height: number): { x1: number; y1: number; x2: number; y2: number } {
  const angle = (150 * Math.PI) / 180;
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
  const half = (Math.abs(width * dx) + Math.abs(height * dy)) / 2;
  const [x, y] = [width / 2, height / 2];
  return { x1: x - dx * half, y1: y - dy * half, x2: x + dx * half, y2: y + dy * half };
}

/** Background of a picture: gradient and optionally a pale disc. */
export function backdropSvg(backdrop: Backdrop, width: number, height: number, disc: boolean): Buffer {
  const [light, middle, deep] = backdrops[backdrop];
  const { x1, y1, x2, y2 } = gradientLine(width, height);
  const radius = width * 0.39;
  const centre = height * 0.54 + radius * 0.24;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">
<stop offset="0" stop-color="${light}"/><stop offset=".6" stop-color="${middle}"/><stop offset="1" stop-color="${deep}"/>
</linearGradient><rect width="100%" height="100%" fill="url(#g)"/>
${disc ? `<circle cx="${width / 2}" cy="${centre}" r="${radius}" fill="#fff" fill-opacity=".28"/>` : ''}</svg>`);
}
