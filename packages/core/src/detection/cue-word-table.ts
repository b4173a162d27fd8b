import type { LanguageTag } from '@dragoman/contract';

/** What tells a language that eld does not know from the neighbours eld takes it for. */
export interface Cues {
  /** Languages whose scores stand in for it; none means every candidate eld knows. */
  readonly neighbours: readonly LanguageTag[];
  /** How much likelier the neighbours are before any word is seen, in natural logarithms. */
  readonly handicap: number;
  /** Words that hardly occur in the neighbours. */
  readonly own: string;
  /** Frequent words of the neighbours that do not occur here. */
  readonly foreign: string;
  /** Spellings within a word that only this language has, or has far more often. */
  readonly ownSpelling?: RegExp;
  readonly foreignSpelling?: RegExp;
  /** Of its own words, those that are frequent in one neighbour, too: they say less beside that. */
  readonly shared?: Readonly<Record<LanguageTag, string>>;
  /** Words and spellings that tell it from one neighbour, though another has them. */
  readonly against?: Readonly<Record<LanguageTag, string>>;
  readonly againstSpelling?: Readonly<Record<LanguageTag, RegExp>>;
}

/** One row a language. Written for this project from common grammar; not derived from any corpus. */
export const CUES: Readonly<Record<LanguageTag, Cues>> = {
  gl: {
    neighbours: ['pt', 'es'],
    handicap: 1.7,
    own: `nun dun dunhas nuns estivo houbo tivo puido quixo veu súas fóra arredor preto lonxe eido
      rúa choiva persoa persoas veciño veciños ó ós á ademáis grazas diante unha unhas dunha nunha
      algunha ningunha dalgunha non máis tamén ata moi moito moita moitos moitas xa xente dende
      despois mellor coa coas cos dous dúas catro sete teñen tiña tiñan fai fixo dixo foron hai
      cando mentres hoxe onte mañá aínda sen ningún algún quen cales goberno pobo illa galego galega
      galegos aquí ningunhas xogo xogos xuntos xeito teño tes estou estamos porén senón ademais
      anque agás deica nós vostede vostedes ela eles isto iso aquilo cal nin logo menos ti connosco
      convosco`,
    foreign: `d'o d'a ye els i és fue el los las una y del al es más también hay muy cuando hasta ya
      sin sus su pero ha han son não uma um também mais muito muita à às são com em pelo pela sua já
      até isso você eu depois quando mas os`,
    ownSpelling: /^x[aeiou]|[aeiou]xe|cións$|sións$|[^aeiou]eiro|[ií]u$/u,
    foreignSpelling: /[ãõçêâô]|lh|nh|ss|^j|j[aou]|g[ei]|iones$|[^n]uv/u,
    against: {
      es: `os as do da dos das no na nos nas ao aos é foi deste desta neste nesta baixo poden ter estivo houbo estaba outro outra outros outras onde só
        pola polo polos polas lle lles seu súa seus súas ou e dun o`,
      pt: 'preto baixo pero lle lles un con en son eran pero sobre el sen tal ao',
    },
    againstSpelling: {
      es: /eir[oa]s?$|[^aeiou]ou$|ci[óo]ns$|^x|[aeiou]x[aeo]/u,
      pt: /n$|ñ|ll|ci[óo]n/u,
    },
  },
  an: {
    neighbours: ['es', 'ca', 'pt'],
    handicap: 3.6,
    own: `puez podez podeba quiers fas quan quí án hue ahiere antis masiau ninos mío augua charra
      charrar fablar charrán d'un s'ha ye yera yeran yes d'o d'a d'os d'as ta t'o n'o tamién dende
      agora chent chusto muller fillo filla nueit feito dito atro atra atros atras asinas millor
      luenga luengas ciudat fue estió estioron bi ibi ixo ixe ixa iste ista istos agún bell bella
      belún garra cal solo fer fa fan tien tiene puet bels muito muita muitos muitas uei diya diyas
      aragonés aragonesa fablan fabla gosa gosan rai os puyar dimpués debant denantes dica replega
      ninón mesmo yo tu el nusatros vusatros soz son heba heban eba eban abió`,
    foreign: `unha ao aos pola polo máis foi da lle seu súa é dun dunha los las del al es muy
      también más hay ya hasta está sus su fueron hoy donde els amb i és dels aquest aquesta més
      però va seva não um uma do dos das são também pelo pela em`,
    ownSpelling:
      /^ch[aeiou]|idat$|ueit|^[dn]'[oa]s?$|yer$|^ni[nñ]|anyo|^puent|iemos$|oron$|[^g]ui?tz$|atz$/u,
    foreignSpelling: /[çãõà]|ny[ae]|l·l|idad$|itat$|j|lh|nh|miento|ció$|^[a-z]+x$/u,
    against: {
      es: 'o os as ye fa fan fer ta iste ista atro atra',
      ca: 'y o os as con en ye',
      pt: 'y en con un una ye ta',
    },
    againstSpelling: {
      es: /t$|[rnltc]s$|au$|^ch[aeiou]|x[aeio]/u,
      ca: /ción$|[^aeiou]o$|[^aeiou]os$/u,
      pt: /n$|ñ|ll|ción|t$/u,
    },
  },
  oc: {
    neighbours: ['ca', 'fr', 'es', 'pt', 'it'],
    handicap: 2.6,
    own: `ièr prèp tròp òc sabi meu vòstra nòstres vòstres lo dins aquò aquel aquela aqueles aquelas
      aital uèi fòrça fach foguèt foguèron èra èran aviá avián vòl pòt pòdon lor lors nòstre nòstra
      vòstre cadun ont encara jamai aprèp ostal filh filha trabalh femna òme òmes jorn jorns annada
      sègle lenga occitan occitana occitania dempuèi tanben plan mai amb d'un d'una coma perqué
      pasmens totes totas qu'es qu'a s'es es' eth era deth dera ath damb qu'ei hè tath ua uns unas
      sus per's puèi atal aquí vos nos bèl bèla vila vilatge mond monde parlar parlan parla som sètz
      siá fasiá avèm avètz disètz nautres vautres`,
    foreign: `això perquè fins també cap seus seves unha ao els i és més però aquest aquesta aquests
      va van seva seu té molt què són a les des et est du dans pour qui il elle nous vous avec sur
      une au aux ce cette ne plus y el con para por su más muy ha está no não com um uma em os as do
      da dos das é são di che è della gli sono nel più`,
    ownSpelling:
      /lh|nh|[aeiou]tz$|cion$|ò[lcrstd]|iá[ns]?$|uè|iè[rlu]|^nòu|ament$|èr(?:on|em)$|guèt|aire$/u,
    foreignSpelling: /[ãõñêœç]|ny|l·l|ció|ción|zione|eux$|tt|^gli|aient$|ss?ions?$|ll|y|j[oe]$/u,
    against: {
      ca: 'lo las e mas pas',
      fr: 'lo los las del dels al als una per e o totes tota',
      es: 'lo e dels als per pas un d l',
      it: 'los las del dels es que son pas',
      pt: 'lo los las del dels es una son pas',
    },
    againstSpelling: {
      ca: /cion$|lh|[^g]nh|[aeio]tz$|iá/u,
      fr: /[^aeiou]as?$|o$|[òóúí]/u,
      es: /[tmp]$|[rntl]s$|ò|è/u,
      it: /[^aeiou]s$|[tmp]$/u,
      pt: /n$|ò|è|t[sz]$/u,
    },
  },
  eo: {
    neighbours: [],
    handicap: 4,
    own: `kaj estas estis estos estus esti ŝi ĝi ili oni tio tiu tiuj ĉi kiu kiuj kio kiam kie kiel
      ke ĉu ĉar ankaŭ sed aŭ nur pli plej tre unu kvar kvin havas havis povas povis devas volas pri
      por kun inter antaŭ ĝis dum ĉe laŭ jam nun hodiaŭ tiel tie sia siaj via mia nia ilia lia ŝia
      homo homoj mondo granda bona bonan saluton dankon multe iu iuj ĉiu ĉiuj nenio eble ĉiam kiom
      jes sciis diris faris iris lernas parolas estu ol ties kies tiam neniam pro sur sub vi mi al
      ni la en de el`,
    foreign: `se si con del di com um uma é il ce au pas qui está este como para the and of to is in
      y los las que una o et les des le un e che i els não der die das und och att det er og på jeg`,
    ownSpelling: /[ĉĝĥĵŝŭ]|[oa]jn?$|[^aeiou][cgs]x|ig(?:as|is|i)$|[^aeioun]on$|[^aeiou]an$/u,
    foreignSpelling: /[qwyàáâãèéêìíîòóôõùúçñäöüåøæß]|[^aeioujnsŭ']$|ss|ll|tt/u,
    shared: {
      it: 'al bona dum la mi mia mondo multe nun pro sia sub sur ti tio tre via vi',
      es: 'al de el en estas esti la mi multe ni por pro sub sur tio tre via vi volas',
      pt: 'al bona de estas granda mi mia por pro sub sur tio tre via vi voas volas',
      ca: 'al bona de el en la mi multe ni por pro sia sub sur tio tre via vi volas ties',
      fr: 'de en estas granda la mi multe ni pro sur tre via volas',
      ro: 'al de granda la mi mia mondo ni sub tio tre via vi',
      nl: 'al de dum el en mi por pro sub via',
    },
  },
  af: {
    neighbours: ['nl'],
    handicap: 2,
    own: `n nie baie hierdie daardie hulle vir hy sy jy deur soos nuwe oor gesê sê dié ons my nog'n
      'n eerste mense gaan toe vroeër regering kon wou moes geword asook tussen ander jaar weer
      besig sommige alreeds reeds sedert dae nasionale sou tyd waarin kry skool mag lewe hoe ek
      julle`,
    foreign: `niet zijn wordt worden naar hij zij deze ze door heeft hebben had waren wel zich bij
      ik je jij wij de heb nog werd als over onder`,
    ownSpelling: /y|sk|^g[ae].*te?$|lik$|heid|ê|gs$/u,
    foreignSpelling: /ij|^z|isch|sch|cht/u,
  },
  br: {
    neighbours: [],
    handicap: 4,
    own: `ar ur ha hag eo zo ez eus gant war evit bet bezañ brezhoneg breizh deus pep holl kalz ivez
      nemet dre etre goude bloaz vloaz tud mat bras penaos pelec'h petra daou div tri pevar pemp eta
      ouzh hec'h d'ar e-barzh oa oant gwechall bremañ hiziv hiriv c'hoazh mont ober lavaret kaout
      anezhañ anezhi ma'z n'eo n'eus n'on hon hor ho da'm da'z trugarez demat kenavo den ti kêr mor
      bro yezh komz kozh nevez unan a va ket`,
    foreign: 'the of and to les des et est el los und der die het een och att de la le que is i y',
    ownSpelling: /c'h|zh|[aeiou]ñ|^gw|où$|añ$|oc'h|^kr|^vr/u,
    foreignSpelling: /[éàçâîôûäöåøæß]|qu|ing$|tion/u,
  },
  cy: {
    neighbours: [],
    handicap: 4,
    own: `yr yn ac wedi mae oedd bod gan gyda nad nid ond eu ei hefyd fel rhai hyn hynny ddim hwn
      bydd roedd sydd sy'n i'r o'r a'r yw mewn ei'n dydd blwyddyn pobl cymru cymraeg dros drwy cael
      cyn bu gallwch mawr newydd un'r rwy'n rydw ydy ydyn fod bore da diolch yn'r am`,
    foreign: 'the of and to in is les des et est el los und der die het een och att de la que',
    ownSpelling: /[ŵŷ]|dd|^ll|wy|yw|w[rnldm]|^rh|ff$|aeth|ff/u,
    foreignSpelling: /[zqkxvj]|ing$|tion/u,
  },
  ga: {
    neighbours: [],
    handicap: 4,
    own: `agus bhí tá ní sé sí leis atá chun mar ach ón gach sin seo nach raibh bheith ag na gur tar
      éis dá ina faoi sna san idir trí siad iad é í mór duine daoine bliain éireann gaeilge déanamh
      cad conas céad lá maith dia duit slán go sa ó den don`,
    foreign: 'the of and to in les des et est el los und der die het een och att la que en',
    ownSpelling: /bh|mh|dh|^bhf|^gc|^mb|^nd|^bp|ío|ea[dlnrs]|ui[lnr]|aí|gh/u,
    foreignSpelling: /[jkqvwxyz]|ing$|tion/u,
  },
  mt: {
    neighbours: [],
    handicap: 4,
    own: `li għal għall ta' fuq minn kien kienet hija huwa dan din biex il jew mhux wara dawn dak
      dik jista' qal tal fil mal bil sal ukoll iżda għax kull bejn aktar hemm lill ħafna għandu
      għandha ma' f' u'`,
    foreign: 'the of and to les des et est el los und der die di che della de la que',
    ownSpelling: /[ħġ]|għ|^x[a-z]|ż|ċ|q[aiou]|^i[lrdtnsx]$|jt/u,
    foreignSpelling: /y|c(?!h)|[éèçñäöüåøß]/u,
  },
  lb: {
    neighbours: ['de', 'nl', 'fr'],
    handicap: 3,
    own: `vun ass mat fir net och huet sinn gouf ginn vum iwwer nach wéi där déi dës eng hunn gëtt
      dass datt säi hir si keng méi ville joer zäit lëtzebuerg lëtzebuergesch awer mir dir du's beim
      hie kann an den d'`,
    foreign: `der die das und ist nicht von mit für auch eine ein sich auf dem des im werden het een
      van niet zijn les et est du`,
    ownSpelling: /ë|éi|äi|ue[rls]|oun|ouss|iww|aang|eeg/u,
    foreignSpelling: /ß|ö|ij|ung$|isch$/u,
  },
  sw: {
    neighbours: [],
    handicap: 4,
    own: `ya wa na kwa katika ni za kuwa hiyo huo kama yake watu cha pia lakini hii kutoka hivyo
      wake baada ambao ambayo wakati sana hata yao mwaka nchi serikali siku moja mbili kila bila
      ndani habari asante rafiki mimi wewe yeye sisi wao nini vizuri leo kesho`,
    foreign: 'the of and to in les des et est el los und der die het een och att de que en',
    ownSpelling: /^(?:wana|ana|ali|wali|ili|kuna|mna|nina)|ng'|^mw|^ki[a-z]{3}|zw|dh/u,
    foreignSpelling: /[qx]|[éèçñäöüåøß]|[bcdfgklmnprst]$/u,
  },
  id: {
    neighbours: ['ms'],
    handicap: -0.5,
    own: `para terhadap sementara masih mungkin berada serikat meskipun delapan bahwa karena bisa mobil
      uang saat kapan namun sedangkan pemerintah perusahaan kantor butuh coba kalau belum pernah
      selain bukan agar berbeda provinsi resmi senin selasa rabu jumat sabtu april setelah polisi
      universitas informasi kualitas televisi besok kemarin gratis sepeda sepatu inggris prancis
      spanyol tiongkok listrik laki istri dokter pasien obat kesehatan pengobatan ilmuwan peneliti
      penelitian olahraga tim kecelakaan korban tewas stasiun bandara anggota pemilu hukum situs
      jaringan perangkat unduh unggah hapus pengaturan sandi silakan mohon miliar triliun agustus
      juli juni maret desember sekitar hingga sejak mengatakan lalu wilayah daerah yaitu eropa
      italia inggris kendaraan kelompok jumlah sebelumnya rusak sore siang lantai`,
    foreign: `iaitu apabila mempunyai bagaimanapun bagi masa terdapat amat hujung lapan perlu pihak
      bahawa kerana boleh ialah kereta wang bandar syarikat beliau sahaja kerajaan mahu pelbagai
      pejabat berkata sekiranya manakala isnin khamis ahad ogos cuba polis televisyen bahagian
      kawasan daripada hendaklah semasa awak tak nak dah macam semalam esok petang isteri lelaki
      budak kanak kawan kasut basikal lapangan stesen universiti doktor ubat pesakit kesihatan
      saintis penyelidik penyelidikan sukan mangsa kemalangan maut pilihan laman rangkaian perisian
      padam tetapan sila bilion trilion julai jun mac disember inggeris perancis sepanyol percuma
      baharu memerlukan kebanyakan sebarang selepas dijangka memberitahu ahli encik puan khabar
      negeri kenderaan perkhidmatan khidmat perubatan pelajar maklumat bilangan ramai kos kes
      itali eropah dijumpai laluan faedah kumpulan golongan lepas begitu bimbang
      supaya walaupun imej muzium skrin pasport ais sungguhpun`,
    ownSpelling: /isasi$|itas$|^eks|[^i]if$/u,
    foreignSpelling: /isyen|syen$|iti$|^eko|sy[^a]/u,
  },
  bs: {
    neighbours: ['hr'],
    handicap: 1,
    own: `historija historije lahko kahva hiljada hiljade sedmica sedmice januar februar mart april
      maj juni juli august septembar oktobar novembar decembar tačno ko neko niko evropa evrope
      evropi evropski sistem sistema univerzitet univerziteta hemija avion aviona bosna bosne bosni
      bosanski sarajevo sarajeva finansije također općina takođe uslov uslovi porodica porodice
      saopštio historijski`,
    foreign: `tjedan tjedna siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan
      listopad studeni prosinac točno tko netko nitko europa europe europi sustav sustava
      sveučilište zrakoplov tisuća tisuće glazba vlak povijest povijesti obitelj obitelji hrvatska
      hrvatske hrvatski zagreb uvjeti znanost gde posle pre uvek vreme mesto svet deo ovde`,
    ownSpelling: /^evrop/u,
    foreignSpelling: /^europ|^tisuć/u,
  },
  sr: {
    neighbours: ['hr'],
    handicap: 1,
    own: `gde ovde uvek posle pre vreme vremena mesto mesta svet sveta deo dela reč reči lepo čovek
      dete deca mleko šta ko hiljada hiljade voz nedelja nedelje srpski srbija srbije srbiji beograd
      beograda takođe evropa evrope januar februar mart april maj jun jul avgust septembar oktobar
      novembar decembar sledeće sledeći uspeh promena promene potreba primer primera videti živeti
      čoveka celo ceo sistem univerzitet dve obe pesma vest vesti vera uticaj bezbednost`,
    foreign: `gdje ovdje uvijek poslije prije vrijeme mjesto svijet dio riječ lijepo čovjek dijete
      djeca mlijeko tko tisuća vlak tjedan hrvatski hrvatska također europa sustav sveučilište dvije
      obje općina`,
    ownSpelling: /^evrop|^(?:pre|tre|vre|re)d/u,
    foreignSpelling: /ije|[bcdfmpsvntl]je[dskrtčlm]/u,
  },
  mk: {
    neighbours: ['bg', 'sr'],
    handicap: 2,
    own: `во од што со тоа ова беше биле биде сум сме ќе нема многу кој која кои дека исто повеќе
      меѓу помеѓу бидејќи овој оваа овие тој таа тие нив ги му ѝ најмногу секој поради околу откако
      кога каде ден години имаат може сега луѓе македонија македонски`,
    foreign: `в от с със е като че към ще са най които което който той тя го ни је су у као
      који бити сам смо ће ово`,
    ownSpelling: /[ѓќѕ]|јќ|ијата$|[аи]та$|[аеи]ње/u,
    foreignSpelling: /[ъщйяюьћђ]/u,
    against: { bg: 'ја јас ли ми му ги', sr: 'е го ги после но како јас по' },
    againstSpelling: { bg: /[јљњџ]/u, sr: /[^т][оа]т$|[^т][аое]т[аое]$|вме$|вте$/u },
  },
};

const UNKNOWN_TO_ELD = { neighbours: [], handicap: 2 };
const SLAVIC = 'и в не что это как у на с по і й та що це е със за от към су се';

/** Languages in Cyrillic letters that are not Slavic, which eld takes for Russian or Bulgarian. */
export const CYRILLIC_CUES: Readonly<Record<LanguageTag, Cues>> = {
  kk: {
    ...UNKNOWN_TO_ELD,
    own: 'және мен бұл бір үшін бар жоқ деп болып сол қазақ емес қалай сәлем рақмет бүгін ертең',
    foreign: SLAVIC,
    ownSpelling: /[ұғқ]|[әңөү].*і|і.*[әңөү]/u,
    foreignSpelling: /[ҡҙҫєїӣӯҳҷцщ]/u,
  },
  ky: {
    ...UNKNOWN_TO_ELD,
    own: 'жана мен бул бир үчүн бар жок деп болуп ошол кыргыз менен эмес кандай салам бүгүн эртең',
    foreign: SLAVIC,
    ownSpelling: /[ңөү]/u,
    foreignSpelling: /[ғқұіәһҡҙҫєїцщ]/u,
  },
  mn: {
    ...UNKNOWN_TO_ELD,
    handicap: 3,
    own: 'байна энэ бол нь тэр юм гэж би болон монгол биш уу сайн өнөөдөр маргааш баярлалаа бас',
    foreign: SLAVIC,
    ownSpelling: /[өү]|аа|ээ|оо|уу/u,
    foreignSpelling: /[ғқұіәһңҡҙҫєїщђћљњџј]/u,
  },
  tg: {
    ...UNKNOWN_TO_ELD,
    own: 'ва дар аз ба ки ин он бо барои аст тоҷик тоҷикистон мо шумо салом имрӯз фардо нест',
    foreign: SLAVIC,
    ownSpelling: /[ӣӯҳҷғқ]/u,
    foreignSpelling: /[ыцщіәөүңһҡҙҫєї]/u,
  },
  tt: {
    ...UNKNOWN_TO_ELD,
    own: 'һәм бу белән өчен бер татар мин син ул түгел кебек сәлам рәхмәт бүген иртәгә бар юк дип',
    foreign: SLAVIC,
    ownSpelling: /[әөүҗңһ]/u,
    foreignSpelling: /[ғқұіҡҙҫєї]/u,
  },
  ba: {
    ...UNKNOWN_TO_ELD,
    own: 'һәм был менән өсөн бер башҡорт мин һин ул түгел кеүек сәләм рәхмәт бөгөн иртәгә бар юҡ тип',
    foreign: SLAVIC,
    ownSpelling: /[ҡҙҫғ]|[әөүңһ]/u,
    foreignSpelling: /[құіҗєї]/u,
  },
};
