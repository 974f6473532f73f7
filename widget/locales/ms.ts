import type { Texts } from './texts.ts'

export const ms: Texts = {
  direction: 'ltr',
  frameTitle: 'Butiran kad',
  missing: 'Lengkapkan butiran kad',
  labels: { number: 'Nombor kad', expiry: 'Tarikh luput', code: 'CVV', name: 'Nama pada kad', postalCode: 'Poskod' },
  optional: '(pilihan)',
  expiryHint: 'BB / TT',
  help: { codeBack: '{name}: 3 digit di belakang kad', codeFront: '{name}: 4 digit di hadapan kad' },
  choice: { label: 'Bayar dengan', announcement: 'Kad ini berfungsi dengan dua rangkaian. Anda boleh memilih satu.' },
  errors: {
    number: { missing: 'Masukkan nombor kad', incomplete: 'Masukkan nombor kad penuh', wrong: 'Semak nombor kad' },
    expiry: {
      missing: 'Masukkan tarikh luput',
      incomplete: 'Masukkan bulan dan tahun',
      wrong: 'Semak tarikh luput',
      past: 'Kad ini telah tamat tempoh',
    },
    code: { missing: 'Masukkan CVV', incomplete: 'Masukkan CVV penuh', wrong: 'Semak CVV' },
    name: { missing: 'Masukkan nama pada kad', wrong: 'Semak nama pada kad' },
    postalCode: { wrong: 'Semak poskod' },
  },
  processing: 'Sedang diproses',
  failures: {
    card_invalid: 'Semak butiran kad.',
    declined: 'Kad ditolak. Cuba kad lain.',
    network: 'Tiada sambungan. Cuba lagi.',
    rate_limited: 'Terlalu banyak cubaan. Tunggu seminit.',
    refused: 'Borang ini belum boleh menerima kad.',
    unavailable: 'Tidak berjaya. Cuba lagi.',
  },
}
