/** Letters by which a reading of bytes is judged, besides ASCII. */
export interface Alphabet {
  /** Letters in lower case, the most frequent first; marks included. */
  readonly letters: string;
  /** Very frequent words, for alphabets that share most of their letters. */
  readonly words: string;
  /** Logarithm of how likely the language is, compared with the others. */
  readonly weight: number;
}

const alphabet = (letters: string, words = "", weight = 0): Alphabet => ({
  letters,
  words,
  weight,
});

/** English, whose texts contain other marks than letters. */
export const english = alphabet(
  "éï",
  "the and of to in is that for it you with on this be are as have not can if from when we will use",
);

/** Languages written with Latin letters. */
export const latin: readonly Alphabet[] = [
  english,
  alphabet(
    "äüößé",
    "der die das und ist nicht ein eine mit auf für von zu den dem im auch wird ich es aus bei am oder als sind wie nach",
  ),
  alphabet(
    "éèàêçùâîôûëïœüæÿ",
    "le la les de des du et un une est dans pour que qui sur pas avec au il elle nous ce par plus on en",
  ),
  alphabet(
    "óáíñéúü",
    "el la los las de del que y en un una es por con para no se al lo su como más mi pero ser",
  ),
  alphabet(
    "ãçáéíóõêâúàôü",
    "o a os as de do da e que em um uma para com não por no na se dos das ao foi mais ser",
  ),
  alphabet("àèùòéìîó", "il lo la gli le di del della che e un una per non con sono in al da"),
  alphabet(
    "äöåé",
    "och att det som en är på av för med den till inte ett har jag om i vi kan från",
  ),
  alphabet("åøæéóò", "og i at det som en er på af av for med den til ikke et har jeg"),
  alphabet("äöå", "ja on ei se että oli mutta ovat tai niin kun myös kuin", -0.3),
  alphabet(
    "ëïéöèüêçáóúíâ",
    "de het een en van in is dat op te met voor niet zijn aan er of moet om ook bij",
  ),
  alphabet("áðíéóöþúæý", "og að í er sem á til var um með ekki við en það", -0.8),
  alphabet("éàèçóòíúïü·", "el la els les de del que i en un una és per amb no es al", -0.3),
  alphabet(
    "óęąłśżćńź",
    "w i z na się do nie jest to że o jak ale po od za co przez dla jako",
    -0.2,
  ),
  alphabet("íáéěřčýžšůúňťďó", "a je se na v to že s z do o i jako pro ale za by jsem podle", -0.2),
  alphabet("áíéčýžšúľťôňďäĺŕó", "a je sa na v to že s z do o i ako pre ale za by som podľa", -0.4),
  alphabet("áéíóöőüúű", "a az és hogy nem is egy ez van meg de csak volt mint el", -0.2),
  alphabet("ăîâțșşţ", "și şi în de la cu nu o un pe că din este a se mai care pentru", -0.3),
  alphabet("čšžćđ", "i je u na se da za su od to ne s kao iz in v ki z so po pri", -0.3),
  alphabet("ıüşçğöİâî", "ve bir bu için de da ile olarak çok daha gibi ne var en", -0.2),
  alphabet("ėšųąžįęūč", "ir kad į iš su tai yra kaip bet o jo ar per tik buvo", -0.6),
  alphabet("āīēšžņļūķģč", "un ir no uz ar par kas ka tas pie lai bet vai pēc", -0.6),
  alphabet("äõüöšž", "ja on ei et see oli ka kui mis ning aga oma või", -0.6),
  alphabet("ëç", "dhe të në e i një me për se që nga është", -0.8),
  alphabet("ĉĝĥĵŝŭ", "la kaj de en estas al ne por kun", -2),
];

/** Letters of the most frequent Latin languages together, for texts of several. */
export const western = "äüößéèàêçùâîôûëïœáíñóúãõåøæòì";

export const cyrillic: readonly Alphabet[] = [
  alphabet("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"),
  alphabet("оаинвіетрлксдумпьязгбйчхжцшїюєщфґ", "", -0.2),
  alphabet("аоеитнрсвлдкпмзубъягчщжцшхйюфь", "", -0.3),
  alphabet("аоіынтрелсукдмпягзцьбўхчйшжёэюф", "", -0.6),
  alphabet("аоиенрстујвдклпмбгзшчњцжхљћђфџ", "", -0.5),
];

export const greek: readonly Alphabet[] = [alphabet("αοιετσνηυρπκμλςόάγίδέωήχθύβφώξζψϊϋΐΰ")];
export const hebrew: readonly Alphabet[] = [alphabet("יוהלאתרבשמםנדקעחפטגכזסןצךףץ")];
export const arabic: readonly Alphabet[] = [
  alphabet("اليمونرتبةعدسفهقكحجشصأىطخضإءذزغثئظؤآـ"),
  alphabet("ایرنهدوتمبسشکگزلفقعخپحطصچژآجغضظئذث\u200c", "", -0.4),
];
export const thai: readonly Alphabet[] = [
  alphabet("านรอกเงมยลว่้ดทสตะปบคัีิุหแจพชข็ใไโผูึถซืณธฟศภ์ษฉญฐฝฒฎๆฏฮฆฌฑๅฤ"),
];
export const vietnamese: readonly Alphabet[] = [
  alphabet(
    "đưôơêăâàáãèéìíòóõùúý\u0300\u0301\u0303\u0309\u0323",
    "và của là có không cho trong với người một các được",
    -0.8,
  ),
];

/** The most frequent characters of Chinese, in simplified form. */
export const simplified =
  "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严春秋冬夏潮港船岛课程笔记日记会议旅行计划读书城河鱼买饭茶咖啡菜药医生词录码链接爱";

export const traditional =
  "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展五果料象員革位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別她手角期根論運農指幾九區強放決西被幹做必戰先回則任取據處隊南給色光門即保治北造百規熱領七海口東導器壓志世金增爭濟階油思術極交受聯什認六共權收證改清己美再採轉更單風切打白教速花帶安場身車例真務具萬每目至達走積示議聲報鬥完類八離華名確才科張信馬節話米整空元況今集溫傳土許步群廣石記需段研界拉林律叫且究觀越織裝影算低持音眾書布復容兒須際商非驗連斷深難近礦千周委素技備半辦青省列習響約支般史感勞便團往酸歷市克何除消構府稱太準精值號率族維劃選標寫存候毛親快效斯院查江型眼王按格養易置派層片始卻專狀育廠京識適屬圓包火住調滿縣局照參紅細引聽該鐵價嚴春秋冬夏潮港船島課筆旅讀城河魚買飯茶咖啡菜藥醫詞錄碼鏈愛臺灣";

/** The most frequent kanji of Japanese. */
export const kanji =
  "日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聞身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賞訴辺造英被株頭技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡影命含福蔵量望松非撃佐核観察整段横融型白深字答夜製票況音申様財港識注呼渉達潮図";

/** The most frequent syllables of Korean. */
export const hangul =
  "이다는의에가을하고지은기로한를사도리어아자인그서니나시해대들과게일있정면수보으전것있라만구부스장원상여러주공신동적제내성없비오모유소말위연조개경우생무마때관음했행미선문당세간거국식계를방중치진요습두명분물안학되등력까저입와노현체회집트재영통된산후더단금야실화단크타르프번드레바차심데결김년월각운알용든발려속강결울작양본표교외반히날또복손길남건감석파네씨람즈민님량누달초함규케터항복처님업토메모험증색션임걸열종태평목류환권활약님른던면님님벽텔님님놀항석조림책품료카칼침맛밤꽃산책";

/** Arrows and other signs that texts in any language may contain. */
export const signs = /[←-⇿■-◿★☆✓✔✗✘]/u;

/** Lines of boxes, as people draw them; DOS has many more, which are wrong letters most of the time. */
export const boxes = /[─│┌┐└┘├┤┬┴┼]/u;

/** Characters of typography that texts in any language may contain. */
export const typography = new Set("’‘“”„‚–—…«»‹›•·°§€£©®™№¿¡´¨±×½¼¾²³\u00a0\u00ad");
