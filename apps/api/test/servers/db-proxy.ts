import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a database that a test can close, as when a cable is pulled, and open again. */
export class DbProxy {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private target = new URL('postgresql://none');
  private port = 0;

  /** The same address, by this way. */
  proxyUrl = async (url: string): Promise<string> => {
    this.target = new URL(url);
    await this.start();
    return Object.assign(new URL(url), { port: String(this.port) }).href;
  };

  async start(): Promise<void> {
    this.server = createServer((clientSocket) => {
      const databaseSocket = connect(Number(this.target.port), this.target.hostname);
      for (const [socket, peer] of [
        [clientSocket, databaseSocket],
        [databaseSocket, clientSocket],
      ] as const) {
        this.sockets.add(socket);
        socket.on('error', () => peer.destroy());
        socket.on('close', () => {
          this.sockets.delete(socket);
          peer.destroy();
        });
      }
      clientSocket.pipe(databaseSocket).pipe(clientSocket);
    });
    await new Promise<void>((resolve) => this.server!.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as { port: number }).port;
  }

  /** Ends what is open and lets nobody in. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}
