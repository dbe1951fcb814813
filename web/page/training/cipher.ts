// Encryption with AES-GCM (256 bits) in chunks, so that a file of any length needs little memory. Each chunk has a random nonce
// and is bound to its position: name of the value, number of the chunk, and whether it is the last.
const pieceBytes = 4 * 2 ** 20;
const nonceBytes = 12;
const tagBytes = 16;
const sealedPieceBytes = nonceBytes + pieceBytes + tagBytes;

/** A key that no script can read, only use. */
export function newKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

export async function encrypted(key: CryptoKey, name: string, plain: Blob): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const nPieces = Math.max(1, Math.ceil(plain.size / pieceBytes));
  for (let i = 0; i < nPieces; i++) {
    const piece = await plain.slice(i * pieceBytes, (i + 1) * pieceBytes).arrayBuffer();
    const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
    pieces.push(iv, await crypto.subtle.encrypt(bound(iv, name, i, nPieces), key, piece));
  }
  return new Blob(pieces);
}

/** Rejects where a bit was changed, and where pieces are missing or stand elsewhere. */
export async function decrypted(key: CryptoKey, name: string, sealed: Blob): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const nPieces = Math.max(1, Math.ceil(sealed.size / sealedPieceBytes));
  for (let i = 0; i < nPieces; i++) {
    const from = i * sealedPieceBytes;
    const piece = new Uint8Array(await sealed.slice(from, from + sealedPieceBytes).arrayBuffer());
    const iv = piece.slice(0, nonceBytes);
    const algorithm = bound(iv, name, i, nPieces);
    pieces.push(await crypto.subtle.decrypt(algorithm, key, piece.subarray(nonceBytes)));
  }
  return new Blob(pieces);
}

function bound(iv: Uint8Array<ArrayBuffer>, name: string, index: number, n: number): AesGcmParams {
  const place = `${name}/${index}/${index === n - 1 ? 'last' : 'more'}`;
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) };
}
