import type { Texts } from './texts.ts'

export const id: Texts = {
  direction: 'ltr',
  frameTitle: 'Data kartu',
  missing: 'Lengkapi data kartu',
  labels: {
    number: 'Nomor kartu',
    expiry: 'Masa berlaku',
    code: 'CVV',
    name: 'Nama pada kartu',
    postalCode: 'Kode pos',
  },
  optional: '(opsional)',
  expiryHint: 'BB / TT',
  help: { codeBack: '{name}: 3 digit di belakang kartu', codeFront: '{name}: 4 digit di depan kartu' },
  choice: { label: 'Bayar dengan', announcement: 'Kartu ini berlaku di dua jaringan. Anda dapat memilih salah satu.' },
  errors: {
    number: {
      missing: 'Masukkan nomor kartu',
      incomplete: 'Masukkan nomor kartu lengkap',
      wrong: 'Periksa nomor kartu',
    },
    expiry: {
      missing: 'Masukkan masa berlaku',
      incomplete: 'Masukkan bulan dan tahun',
      wrong: 'Periksa masa berlaku',
      past: 'Masa berlaku kartu ini sudah habis',
    },
    code: { missing: 'Masukkan CVV', incomplete: 'Masukkan CVV lengkap', wrong: 'Periksa CVV' },
    name: { missing: 'Masukkan nama pada kartu', wrong: 'Periksa nama pada kartu' },
    postalCode: { wrong: 'Periksa kode pos' },
  },
  processing: 'Sedang diproses',
  failures: {
    card_invalid: 'Periksa data kartu.',
    declined: 'Kartu ditolak. Coba kartu lain.',
    network: 'Tidak ada koneksi. Coba lagi.',
    rate_limited: 'Terlalu sering dicoba. Tunggu satu menit.',
    refused: 'Formulir ini belum bisa menerima kartu.',
    unavailable: 'Tidak berhasil. Coba lagi.',
  },
}
