import type { Texts } from './texts.ts'

export const ja: Texts = {
  direction: 'ltr',
  frameTitle: 'カード情報',
  missing: 'カード情報をすべて入力してください',
  labels: { number: 'カード番号', expiry: '有効期限', code: 'CVV', name: 'カード名義人', postalCode: '郵便番号' },
  optional: '（任意）',
  expiryHint: '月 / 年',
  help: { codeBack: '{name}：カード裏面の3桁の数字', codeFront: '{name}：カード表面の4桁の数字' },
  choice: {
    label: '使用するブランド',
    announcement: 'このカードは2つのブランドに対応しています。どちらかを選べます。',
  },
  errors: {
    number: {
      missing: 'カード番号を入力してください',
      incomplete: 'カード番号をすべて入力してください',
      wrong: 'カード番号をご確認ください',
    },
    expiry: {
      missing: '有効期限を入力してください',
      incomplete: '月と年を入力してください',
      wrong: '有効期限をご確認ください',
      past: 'このカードは有効期限が切れています',
    },
    code: { missing: 'CVVを入力してください', incomplete: 'CVVをすべて入力してください', wrong: 'CVVをご確認ください' },
    name: { missing: 'カード名義人を入力してください', wrong: 'カード名義人をご確認ください' },
    postalCode: { wrong: '郵便番号をご確認ください' },
  },
  processing: '処理中',
  failures: {
    card_invalid: 'カード情報をご確認ください。',
    declined: 'カードが使えません。別のものをどうぞ。',
    network: '接続できません。再度お試しください。',
    rate_limited: '回数が多すぎます。1分お待ちください。',
    refused: 'まだカードをご利用いただけません。',
    unavailable: '失敗しました。再度お試しください。',
  },
}
