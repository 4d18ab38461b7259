import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** Answers every question for an IPv4 address with these, as the name of a service in a network of containers. */
export class NameServer {
  addresses: string[] = [];
  private readonly socket: Socket = createSocket('udp4');

  async open(): Promise<string> {
    this.socket.on('message', (message, { port, address }) => {
      const question = message.subarray(12, message.indexOf(0, 12) + 5);
      const isIpv4 = question.at(-3) === 1;
      const answers = isIpv4 ? this.addresses : [];
      const header = Buffer.from([0, 0, 0x85, 0x80, 0, 1, 0, answers.length, 0, 0, 0, 0]);
      message.copy(header, 0, 0, 2);
      // A pointer to the name, type A, class IN, no time to live, four bytes.
      const records = answers.map((answer) =>
        Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...answer.split('.').map(Number)]),
      );
      this.socket.send(Buffer.concat([header, question, ...records]), port, address);
    });
    this.socket.bind(0, '127.0.0.1');
    await once(this.socket, 'listening');
    return `127.0.0.1:${this.socket.address().port}`;
  }

  close(): void {
    this.socket.close();
  }
}
