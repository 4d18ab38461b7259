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
