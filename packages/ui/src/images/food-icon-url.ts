const urls = import.meta.glob<string>('./food/*.webp', { eager: true, query: '?url', import: 'default' });

/** 96 px. Undefined for a name that is none of the images. */
export const getFoodIconUrl = (name: string): string | undefined => urls[`./food/${name}.webp`];
