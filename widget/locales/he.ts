import type { Texts } from './texts.ts'

export const he: Texts = {
  direction: 'rtl',
  frameTitle: 'פרטי הכרטיס',
  missing: 'מלאו את פרטי הכרטיס',
  labels: { number: 'מספר כרטיס', expiry: 'תוקף', code: 'CVV', name: 'השם על הכרטיס', postalCode: 'מיקוד' },
  optional: '(לא חובה)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: שלוש ספרות בגב הכרטיס', codeFront: '{name}: ארבע ספרות בחזית הכרטיס' },
  choice: { label: 'תשלום באמצעות', announcement: 'הכרטיס פועל בשתי רשתות. אפשר לבחור אחת מהן.' },
  errors: {
    number: { missing: 'הזינו את מספר הכרטיס', incomplete: 'הזינו את מספר הכרטיס המלא', wrong: 'בדקו את מספר הכרטיס' },
    expiry: {
      missing: 'הזינו את תוקף הכרטיס',
      incomplete: 'הזינו חודש ושנה',
      wrong: 'בדקו את תוקף הכרטיס',
      past: 'תוקף הכרטיס פג',
    },
    code: { missing: 'הזינו את ה־CVV', incomplete: 'הזינו את ה־CVV המלא', wrong: 'בדקו את ה־CVV' },
    name: { missing: 'הזינו את השם שעל הכרטיס', wrong: 'בדקו את השם שעל הכרטיס' },
    postalCode: { wrong: 'בדקו את המיקוד' },
  },
  processing: 'העיבוד מתבצע',
  failures: {
    card_invalid: 'בדקו את פרטי הכרטיס.',
    declined: 'הכרטיס נדחה. נסו כרטיס אחר.',
    network: 'אין חיבור. נסו שוב.',
    rate_limited: 'יותר מדי ניסיונות. המתינו דקה ונסו שוב.',
    refused: 'הטופס הזה עדיין לא מקבל כרטיסים.',
    unavailable: 'הפעולה לא הצליחה. נסו שוב.',
  },
}
