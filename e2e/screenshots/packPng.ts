import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8

type Chunk = { type: string; data: Buffer }

const read = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = []
  let at = SIGNATURE_BYTES
  while (at < png.length) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

const print = ({ type, data }: Chunk): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Recompresses a PNG at the highest level; browsers compress for speed. */
export const packPng = (png: Buffer): Buffer => {
  const chunks = read(png)
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const packed = { type: 'IDAT', data: deflateSync(inflateSync(pixels), { level: 9, memLevel: 9 }) }
  const rest = chunks.filter(({ type }) => type !== 'IDAT' && type !== 'IEND')
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    ...[...rest, packed, { type: 'IEND', data: Buffer.alloc(0) }].map(print),
  ])
}
