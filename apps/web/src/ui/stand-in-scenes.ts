interface Item {
  food: string;
  /** Percent of the picture's width or height. */
  left: number;
  top: number;
  width: number;
  /** Degrees. */
  turn: number;
}

interface Scene {
  backdrop: string;
  items: readonly Item[];
}

const item = (food: string, left: number, top: number, width: number, turn: number): Item => ({
  food,
  left,
  top,
  width,
  turn,
});

const bakery: Scene = {
  backdrop: 'var(--art-bakery)',
  items: [
    item('croissant', 6, 34, 36, -18),
    item('croissant', 58, 16, 32, 24),
    item('croissant', 30, 26, 44, 2),
  ],
};

/** What a pack without a photo shows, by the slug of its first type. */
export const scenes: Record<string, Scene> = {
  bakery,
  meals: {
    backdrop: 'var(--art-meal)',
    items: [item('paella', 8, 16, 44, -6), item('salad', 50, 34, 38, 6), item('rice', 34, 56, 24, 0)],
  },
  groceries: {
    backdrop: 'var(--art-green)',
    items: [
      item('broccoli', 8, 22, 30, -10),
      item('carrot', 62, 18, 30, 10),
      item('orange', 18, 54, 26, 0),
      item('avocado', 36, 30, 32, 4),
      item('strawberry', 64, 56, 20, 8),
    ],
  },
  sweets: {
    backdrop: 'var(--art-sweet)',
    items: [item('cupcake', 8, 30, 30, -8), item('cake', 56, 18, 34, 8), item('custard', 34, 48, 32, 0)],
  },
  sushi: {
    backdrop: 'var(--art-sushi)',
    items: [item('bento', 48, 16, 42, 6), item('sushi', 12, 24, 40, -8), item('shrimp', 42, 58, 22, 0)],
  },
  vegetarian: {
    backdrop: 'var(--art-green)',
    items: [
      item('apple', 10, 28, 30, -8),
      item('banana', 56, 14, 34, 10),
      item('grapes', 34, 34, 32, 0),
      item('cherries', 62, 54, 22, 6),
    ],
  },
  breakfast: {
    backdrop: 'var(--art-drink)',
    items: [
      item('pancakes', 10, 22, 36, -6),
      item('coffee', 56, 20, 32, 6),
      item('strawberry', 40, 58, 20, 0),
    ],
  },
};

export const sceneOf = (slug: string | undefined): Scene => scenes[slug ?? ''] ?? bakery;
