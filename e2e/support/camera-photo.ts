import sharp from 'sharp';

/** A photo as a telephone makes it: lying on its side with a note which way is up, and where it was taken. */
export async function createCameraPhoto(): Promise<Buffer> {
  const image = sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#c8843c',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  return image
    .withExif({
      IFD0: { Make: 'Telephone', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '38/1 42/1 44/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '9/1 8/1 30/1',
      },
    })
    .jpeg({ quality: 85 })
    .toBuffer();
}
