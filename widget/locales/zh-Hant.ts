import type { Texts } from './texts.ts'

export const zhHant: Texts = {
  direction: 'ltr',
  frameTitle: '卡片資料',
  missing: '請填寫完整的卡片資料',
  labels: { number: '卡號', expiry: '有效期限', code: 'CVV', name: '持卡人姓名', postalCode: '郵遞區號' },
  optional: '（選填）',
  expiryHint: '月 / 年',
  help: { codeBack: '{name}：卡片背面的 3 位數字', codeFront: '{name}：卡片正面的 4 位數字' },
  choice: { label: '付款網路', announcement: '此卡片支援兩個付款網路，您可以選擇其中一個。' },
  errors: {
    number: { missing: '請輸入卡號', incomplete: '請輸入完整的卡號', wrong: '請檢查卡號' },
    expiry: {
      missing: '請輸入有效期限',
      incomplete: '請輸入月份和年份',
      wrong: '請檢查有效期限',
      past: '此卡片已過期',
    },
    code: { missing: '請輸入 CVV', incomplete: '請輸入完整的 CVV', wrong: '請檢查 CVV' },
    name: { missing: '請輸入持卡人姓名', wrong: '請檢查持卡人姓名' },
    postalCode: { wrong: '請檢查郵遞區號' },
  },
  processing: '處理中',
  failures: {
    card_invalid: '請檢查卡片資料。',
    declined: '卡片遭拒，請改用其他卡片。',
    network: '沒有網路連線，請再試一次。',
    rate_limited: '嘗試次數過多，請等一分鐘再試。',
    refused: '此表單尚未開放卡片付款。',
    unavailable: '未能完成，請再試一次。',
  },
}
