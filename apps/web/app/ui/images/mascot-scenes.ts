/** In percent of the scene: left and width of its width, top of its height; turn in degrees. */
interface Placement {
  left: number;
  top: number;
  width: number;
}

interface Scene {
  aspect: string;
  sun: Placement;
  mascot: Placement;
  /** From the back to the front. */
  foods: readonly (Placement & { food: string; rotation: number })[];
}

/** `full`: the bag of the first page. `door`: the one that peeks over the edge of a sign-in page. */
export const MASCOT_SCENES = {
  full: {
    aspect: '560 / 600',
    sun: { left: 8, top: 2, width: 84 },
    mascot: { left: 17.9, top: 30.3, width: 64.3 },
    foods: [
      { food: 'baguette', left: 33.2, top: -3, width: 38.6, rotation: -8 },
      { food: 'broccoli', left: 56.8, top: 14, width: 30, rotation: 18 },
      { food: 'sushi', left: 9.3, top: 18.3, width: 31.4, rotation: -16 },
      { food: 'croissant', left: 20, top: 7.3, width: 32.5, rotation: -24 },
      { food: 'orange', left: 72.1, top: 31.7, width: 20, rotation: 8 },
      { food: 'cupcake', left: 51.8, top: 3.3, width: 25, rotation: 14 },
      { food: 'salad', left: 35, top: 25, width: 31.4, rotation: 0 },
    ],
  },
  door: {
    aspect: '1',
    sun: { left: 6.5, top: -14, width: 87 },
    mascot: { left: 13, top: 18, width: 74 },
    foods: [
      { food: 'croissant', left: 4, top: 0, width: 42, rotation: -20 },
      { food: 'orange', left: 34, top: -12, width: 34, rotation: 0 },
      { food: 'broccoli', left: 56, top: 0, width: 38, rotation: 16 },
    ],
  },
} as const satisfies Record<string, Scene>;
