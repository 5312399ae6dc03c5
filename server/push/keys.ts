import { createECDH } from 'node:crypto'

/** The key pair that identifies this portal to push services (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

const CURVE = 'prime256v1'

/** A new private key: 32 bytes. */
export function newPrivateKey(): Buffer {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  // Leading zeros are left out.
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
}

/** The key pair of a private key. */
export function keysOf(privateKey: Buffer): PushKeys {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
