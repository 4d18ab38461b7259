import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a database that a test can close, as when a cable is pulled, and open again. */
export class WayToDatabase {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private target = new URL('postgresql://none');
  private port = 0;

  /** The same address, by this way. */
  through = async (url: string): Promise<string> => {
    this.target = new URL(url);
    await this.open();
    return Object.assign(new URL(url), { port: String(this.port) }).href;
  };

  async open(): Promise<void> {
    this.server = createServer((inside) => {
      const outside = connect(Number(this.target.port), this.target.hostname);
      for (const [socket, other] of [
        [inside, outside],
        [outside, inside],
      ] as const) {
        this.sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          this.sockets.delete(socket);
          other.destroy();
        });
      }
      inside.pipe(outside).pipe(inside);
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as { port: number }).port;
  }

  /** Ends what is open and lets nobody in. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
