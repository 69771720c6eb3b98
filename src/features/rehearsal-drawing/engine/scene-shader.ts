import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';

/** Where the aircraft is, by what is seen from there: the airfield, the country under the clouds, the tops of the clouds. */
export const SCENE_PARTS = ['airfield', 'country', 'tops'] as const;
export type ScenePart = (typeof SCENE_PARTS)[number];

const PLACES: Record<RehearsalDose['place'], number> = { city: 0, water: 1, mountains: 2 };

/**
 * Returns the shader of a flight's scene as it is seen in one part of it. A drawing without a graphics processor works out
 * both sides of each `if` for every pixel, so what is never seen in that part, place or light is left out of its shader:
 * a frame takes a fifth to a third less.
 */
export function buildSceneShader({ place, light }: RehearsalDose, part: ScenePart): string {
  const given = {
    PLACE: PLACES[place],
    STARS: light === 'night',
    WET: light === 'rain',
    AIRFIELD: part === 'airfield',
    TOPS: part === 'tops',
  };
  const defines = Object.entries(given).map(([name, value]) => `#define ${name} ${Number(value)}`);
  return ['#version 300 es', 'precision highp float;', ...defines, SCENE].join('\n');
}

/**
 * Sky, clouds, land and airport, seen along one ray a pixel. Lengths are metres; x ahead, y up, z to the right.
 * Clouds are heaps in a height field that is walked through in `uSteps` steps from above, and a lit ceiling from below.
 * Alpha is 0 where the steps go, each pixel's a little otherwise: there the pane smooths what is seen.
 */
const SCENE = `
uniform vec2 uCentre;uniform float uUnit;uniform vec3 uAhead,uRight,uUp;
uniform vec3 uZenith,uMiddle,uHorizon,uSun,uSunColour,uLit,uShade,uFog;
uniform float uHeight,uTravel,uAside,uCover,uFogged,uSteps,uStars,uNight,uWet,uTop,uBase,uField,uTime,uGlow,uFlown,uYaw;
uniform vec4 uWindow;uniform float uSpacing;uniform vec2 uTip,uOver,uNose,uRunway;
uniform sampler2D uClouds,uLand;out vec4 o;
#if TOPS
#define SIGHT 42000.
#define FAR uShade
#define NEAR 18.
#else
#define SIGHT mix(10000.,15000.,smoothstep(200.,1500.,uHeight))
#define FAR uHorizon
#define NEAR 9.
#endif
float h1(vec2 p){vec3 q=fract(vec3(p.xyx)*.1031);q+=dot(q,q.yzx+33.33);return fract((q.x+q.y)*q.z);}
vec3 turn(vec3 d,vec2 by){return vec3(d.x*by.x+d.z*by.y,d.y,d.z*by.x-d.x*by.y);}
vec3 air(vec3 d){float y=max(d.y,0.);float s=max(dot(d,uSun),0.);
vec3 c=mix(uHorizon,uMiddle,smoothstep(0.,.26,y));c=mix(c,uZenith,smoothstep(.08,.62,y));
float s3=s*s*s;return c+uSunColour*(s3*s3*.12+pow(s,40.)*.28+pow(s,220.)*.34+exp(-y*9.)*s3*.09)*(1.-uWet)+vec3(.26,.145,.06)*uGlow*exp(-y*16.);}
vec3 sky(vec3 d){vec3 c=air(d);float y=max(d.y,0.),s=max(dot(d,uSun),0.);c+=uSunColour*(pow(s,1400.)*.5+pow(s,7000.)*.8)*(1.-uWet);
#if STARS
if(uStars>.01&&d.y>.05){vec2 q=d.xz/(d.y+.25)*70.;vec2 i=floor(q);float r=h1(i);vec2 f=fract(q)-.5-.3*vec2(h1(i+3.)-.5,h1(i+9.)-.5);
c+=uStars*step(.965,r)*smoothstep(.13,.0,length(f))*(r-.96)*27.*vec3(.85,.9,1.)*smoothstep(.05,.3,d.y);}
#endif
#if TOPS
float cir=textureLod(uClouds,d.xz/(y+.12)*.11+.3,1.5).b;c=mix(c,c+(uSunColour*.5+uHorizon*.3-c*.35)*.5,smoothstep(.46,.8,cir)*smoothstep(.06,.3,y)*.5*(1.-uStars));
#endif
return c;}
vec2 heap(vec2 p,float lod){vec4 a=textureLod(uClouds,p/7600.,max(0.,lod-.55));float b=textureLod(uClouds,p/23000.+.31,max(0.,lod-1.8)).a;
vec2 c=uSteps<10.?vec2(.3,a.g):textureLod(uClouds,p/1350.+.7,lod+1.2).rg;
float h=a.r*.74+b*.42+c.x*.17-.24;float x=clamp((h-(1.-uCover))/uCover,0.,1.);return vec2(x*(1.7-.7*x),a.g+(c.y-.52)*.42);}
vec4 deck(vec3 d,float jit){float thick=520.,hc=uHeight-uTop,before=-1.;
if(d.y>-.004)return vec4(0.);float t0=max(0.,hc/-d.y),t1=(hc+thick)/-d.y;if(t1<0.)return vec4(0.);t1=min(t1,t0+9000.);
float far=smoothstep(26000.,60000.,t0);float dt=(t1-t0)/uSteps;vec3 sum=vec3(0.);float a=0.,first=t0,got=0.;
for(int i=0;i<28;i++){if(float(i)>=uSteps||a>.97)break;float t=t0+(float(i)+.3+.4*jit)*dt;vec3 p=d*t;p.y+=hc;vec2 q=p.xz+uOver;
float lod=clamp(log2(t/uUnit*.26+dt*.022+.001),0.,6.);vec2 hh=heap(q,lod);float rel=(hh.x-1.)*thick-p.y;
float k=hh.x<.012?0.:clamp(rel/115.+.1,0.,1.)*min(1.,dt/58.)*.92;
if(k>0.&&got<.5){t-=i>0?dt*clamp(rel/(rel-before),0.,1.):0.;p=d*t;p.y+=hc;hh=heap(p.xz+uOver,lod);rel=20.;k=.82*smoothstep(.01,.1,hh.x);}before=min(rel,-1.);
if(k>0.){if(got<.5){first=t;got=1.;}float up=clamp(1.+p.y/thick,0.,1.);float l=clamp(hh.y*(.35+.8*up)*(.76+.4*uSun.y),0.,1.);
vec3 c=mix(uShade,uLit,smoothstep(.06,.74,l));float s=max(dot(d,uSun),0.);c+=uSunColour*pow(s,8.)*.35*smoothstep(.4,0.,rel/260.)*(1.-uWet);
sum+=c*k*(1.-a);a+=k*(1.-a);}}
vec3 c=a>0.?sum/a:uLit;float hz=1.-exp(-first/26000.);c=mix(c,air(vec3(d.x,.012,d.z)),clamp(hz+far*.6,0.,1.));
float flatA=smoothstep(.55,.7,uCover+.12);a=mix(a,max(a,flatA),smoothstep(9000.,26000.,t0));return vec4(c,a);}
vec4 ceiling(vec3 d){if(d.y<.015)return vec4(0.);float up=uBase-uHeight,t=up/(d.y+.11),far=max(1.,length(d.xz)*t/(2.*up+300.)),held=(1.+log(far))/far;vec2 q=d.xz*t*held+uOver;float lod=clamp(log2(t*held/uUnit*.16/(.3+d.y)+.001)+1.4*smoothstep(.25,.04,d.y),0.,6.);
vec2 a=textureLod(uClouds,q/4300.,lod).rg,over=textureLod(uClouds,(d.xz*held*(up+250.)/(d.y+.11)+uOver)/4300.,lod).rg;if(over.r>a.r)a=over;float b=textureLod(uClouds,q/15000.+.4,lod).a,w=textureLod(uClouds,q/1700.,lod+1.).b;
float near=smoothstep(900.,250.,up),h=a.r*.55+b*.42+(w-.5)*.16+near*.34*(textureLod(uClouds,q/640.,clamp(lod+1.1,0.,8.)).r-.35);float k=smoothstep(1.-uCover,1.42-uCover,h);float l=smoothstep(.05,.95,a.g*.22+1.15-1.1*textureLod(uClouds,q/4300.,lod+2.).r);
vec3 c=mix(uShade,uLit,l);float s=max(dot(d,uSun),0.);c+=uSunColour*(.12+pow(s,5.)*.4)*(1.-k*.6)*(1.-uWet)*.7;
float hz=1.-exp(-t/30000.);return vec4(mix(c,air(d),hz),k*(1.-.6*uWet)*(1.-smoothstep(.17,.03,d.y)));}
vec3 sea(vec2 q,vec3 d,float t){float lod=clamp(log2(t/uUnit*2.+.001),0.,6.);
float n=textureLod(uClouds,q/420.+uTime*.004,lod).b-.5,m=textureLod(uClouds,q.yx/97.-uTime*.013,lod+2.).b-.5;
float fr=pow(1.-max(-d.y,0.),4.);
vec3 deep=mix(uZenith*.42,uMiddle*.5,.35)+vec3(0.,.02,.03)*(1.-uNight);vec3 c=mix(deep,mix(uHorizon,uMiddle,smoothstep(.02,.4,-d.y)),fr*.8)+(n+m)*.09*uMiddle;c*=1.+.34*(textureLod(uClouds,q/vec2(6100.,2300.)+uTime*.0006,clamp(lod-3.,0.,6.)).b-.5);
float way=max(dot(d.xz,uSun.xz)/max(length(d.xz)*length(uSun.xz),.001),0.);c+=uSunColour*pow(way,90.)*exp(-abs(d.y+uSun.y)*5.)*clamp(.16+2.2*(n+m),0.,.7)*(1.-uWet);return c;}
float peaks(vec2 q,float lod){return textureLod(uLand,q/14000.,lod).a*.8+textureLod(uLand,q.yx/3700.+.37,lod+1.9).a*.2;}
float relief(vec2 q,float aside,float lod){return 1250.*smoothstep(1000.,5600.,abs(aside))*peaks(q,lod);}
float meet(vec3 d,vec3 df,float t){float gh=uHeight+3.4,from=max(0.,(gh-1250.)/-d.y),to=min(t,from+26000.),n=uSteps*1.5,was=1.,at=from;
for(int i=1;i<40;i++){if(float(i)>n)break;float k=float(i)/n,s=from+(to-from)*pow(k,1.6);float over=gh+d.y*s-relief(d.xz*s+uOver,df.z*s+uAside,clamp(log2(s/uUnit*.06+.001),0.,5.));
if(over<0.)return mix(at,s,was/(was-over));was=over;at=s;}return t;}
vec3 land(vec2 q,vec3 d,float t){float lod=clamp(log2(t/uUnit*.094+.001),0.,8.);vec4 a=textureLod(uLand,q/8200.,lod);vec4 b=textureLod(uLand,q/31000.+.2,max(0.,lod-2.));
vec3 day=mix(vec3(.33,.40,.21),vec3(.64,.58,.37),smoothstep(.2,.85,a.r));day=mix(day,vec3(.30,.39,.19),b.r*.5);day=mix(day,vec3(.16,.25,.15),a.g*.8);
if(uSteps>10.){vec4 n=textureLod(uLand,q.yx/2300.+.37,clamp(log2(t/uUnit*.3+.001),0.,8.));day*=.88+.2*n.r;day=mix(day,vec3(.13,.21,.12),n.g*.16);
day*=1.+a.g*(1.1*textureLod(uClouds,q/760.,clamp(log2(t/uUnit*.67+.001),0.,8.)).r-.42);}
#if PLACE==0
day=mix(day,vec3(.47,.45,.43)*(.75+.5*a.r),a.b*.75);
#endif
day=mix(day,vec3(.37,.38,.25),.6*(1.-smoothstep(60.,700.,uHeight)));
#if PLACE==2
float e=max(45.,t/uUnit*1.5),l=clamp(log2(t/uUnit*.06+.001),0.,6.),h=peaks(q,l);vec2 g=vec2(peaks(q+vec2(e,0.),l)-h,peaks(q+vec2(0.,e),l)-h)*1250./e;vec3 n=normalize(vec3(-g.x,1.,-g.y));float flat1=n.y;
vec3 rock=mix(mix(vec3(.27,.34,.17),day*.8,.4),vec3(.12,.18,.12),smoothstep(.2,.38,h+.12*(a.g-.5)));rock=mix(rock,mix(vec3(.33,.31,.29),vec3(.47,.44,.41),a.r),smoothstep(.42,.56,h+.25*(.85-flat1)));rock=mix(rock,vec3(.95,.97,1.),smoothstep(.55,.66,h+.1*(a.r-.5)+.35*(flat1-.85)));
day=rock*clamp(.62+1.35*(dot(n,uSun)-uSun.y*n.y)+.38*(flat1-.6),.2,1.7);
#endif
vec3 light=mix(uMiddle*.55+uSunColour*.55*max(uSun.y+.25,.1),uHorizon*.5,uWet*.5);
day=mix(day,vec3(dot(day,vec3(.33)))*vec3(.92,.95,1.06),min(.85,uNight*1.3))*(1.-.25*uNight);vec3 c=day*light*1.35*mix(vec3(1.),vec3(.58,.65,.88),smoothstep(.45,.15,uSun.y)*(1.-uWet)*(1.-uStars));
#if PLACE==0
c+=vec3(.55,.30,.11)*a.b*uNight*.34*smoothstep(400.,5000.,t);
float e=max(25.,t/uUnit/max(-d.y,.05)),bed=abs(mod(q.y,9000.)-4300.-700.*sin(q.x*.0010471976+1.4)-320.*sin(q.x*.0020943951+1.2));c=mix(c,mix(uHorizon*.6,uMiddle*.55,clamp(-d.y*2.5,0.,1.)),(1.-smoothstep(180.-e,180.+e,bed))*min(1.,150./e));
#endif
return c;}
vec3 apron(vec2 q,vec3 d,float t){float z=q.y,x=q.x;float px=t*1.6/uUnit,fx=px*(1.+abs(turn(d,uRunway).x)/max(-d.y,.01));
float lod=log2(t/uUnit*7.+.001);float n=textureLod(uClouds,q/70.,clamp(lod,0.,8.)).b,m=textureLod(uClouds,q/310.,clamp(lod-2.,0.,8.)).b;
vec2 tuft=textureLod(uClouds,q/vec2(11.,9.),clamp(lod+2.6,0.,8.)).rb;
vec3 grass=mix(vec3(.20,.26,.13),vec3(.43,.44,.27),clamp(m*1.7-.45+.5*(n-.5),0.,1.));grass=mix(grass,vec3(.50,.46,.31),smoothstep(.5,.72,n)*.4)*(.97+.05*smoothstep(-.2,.2,sin(z*.37)))*(.72+.3*tuft.y+.26*tuft.x);grass=mix(grass,vec3(dot(grass,vec3(.33)))*vec3(.8,.95,1.25),uNight*.7);
vec2 sl=floor(q/7.5),sf=abs(fract(q/7.5)-.5)*7.5;float near=clamp(1.6-px*.5,0.,1.);
float joint=smoothstep(3.6-px,3.75,max(sf.x,sf.y))*min(1.,.1/(fx+.05));
float seam=smoothstep(1.8-px,1.875,abs(fract(z/3.75)-.5)*3.75)*min(1.,.07/(px+.03));vec3 tar=vec3(.21,.21,.22)*(.66+.42*n+.3*m)*(1.-.28*seam),concrete=vec3(.40,.40,.39)*(.86+.2*n+.08*(h1(sl)-.5)*near)*(1.-.3*joint*(1.-1.5*uNight));
float a=px+.05;float onRun=1.-smoothstep(30.-a,30.+a,abs(z)),onTaxi=1.-smoothstep(12.5-a,12.5+a,abs(z-140.)),onApron=smoothstep(196.-a,196.+a,z)*(1.-smoothstep(470.,474.+a,z));
float link=(1.-smoothstep(10.,11.+a,abs(mod(x,900.)-450.)))*step(30.,z)*step(z,200.);
float isTar=max(onRun,max(onTaxi,link));vec3 c=mix(grass,mix(grass,tar,.6)*1.12,max(1.-smoothstep(36.-a,36.+a,abs(z)),1.-smoothstep(17.-a,17.+a,abs(z-140.))));c=mix(c,tar,isTar);c=mix(c,concrete,onApron);
float paint=1.-smoothstep(.45-.0,.45+a,abs(abs(z)-22.));paint=max(paint,(1.-smoothstep(.5,.5+a,abs(z)))*mix(step(mod(x,60.),30.),.5,clamp(fx/30.-.4,0.,1.)));
float lines=1.-smoothstep(.12,.12+a,abs(z-140.));lines=max(lines,1.-smoothstep(.18,.18+a,abs(abs(z-140.)-11.6)));lines=max(lines,1.-smoothstep(.12,.12+a,abs(z-236.)));lines=max(lines,(1.-smoothstep(.15,.2+fx,abs(mod(x,60.)-30.)))*step(250.,z)*min(1.,a/fx));
float fade=min(1.,.5/a);c=mix(c,vec3(.86),paint*fade*onRun);c=mix(c,vec3(.75,.58,.15),lines*min(1.,.15/a)*max(onTaxi,onApron));
float lamps=uNight*uNight*(1.-.65*uWet);vec3 light=(uMiddle*.6+uSunColour*.6*clamp(uSun.y*1.3+.05,.08,.92))*mix(vec3(1.),vec3(1.04,1.,1.26),smoothstep(.45,.15,uSun.y)*(1.-uWet))+uNight*vec3(.11,.125,.16)*(1.-.7*uWet)*(1.-.6*onApron)+lamps*(vec3(.05,.042,.035)+vec3(.34,.27,.19)*exp(-t/15.));c*=light*(1.25-.5*onApron*(.55-m));c=mix(c,air(vec3(d.x,.03,d.z)),.34*pow(1.-max(-d.y,0.),14.)*(1.-uWet));c=mix(c,uMiddle*.42,uWet*.45);
float pool=exp(-pow((mod(x,120.)-60.)/34.,2.))*exp(-pow((z-372.)/38.,2.))+.02;c+=vec3(.60,.44,.25)*(.55+.3*n+.3*m)*pool*lamps*.36*onApron;vec2 hull=vec2(mod(x+20.,172.)-86.,z-430.)/vec2(17.,5.);c*=1.-.5*(1.-.6*uNight)*exp(-dot(hull,hull));
if(uNight>.1){vec2 b=vec2(mod(x+7.5,15.)-7.5,abs(z-140.)-14.);c+=vec3(.04,.12,.5)*uNight*.6*exp(-dot(b,b)*.35)*min(1.,3./fx);b=vec2(mod(x+30.,60.)-30.,abs(z)-23.5);c+=vec3(.6,.52,.4)*uNight*.5*exp(-dot(b,b)*.12)*min(1.,12./fx);}
c*=.8;
#if WET
float wet=uWet*max(isTar,onApron);vec3 mir=air(vec3(d.x,-d.y,d.z))*.62;c=mix(c,mir,wet*clamp(.38+.3*smoothstep(.4,.62,m)+.3*pow(1.-max(-d.y,0.),4.),0.,.92));
c+=wet*uNight*vec3(.34,.25,.16)*step(z,432.)*exp(-(432.-z)/26.)*(.35+.9*textureLod(uClouds,vec2(x/190.,.3),2.).r)*(.7+.5*n);
#endif
return c;}
vec4 planes(vec3 d){float t=(432.-uAside)/d.z;if(d.z<.02||t<0.)return vec4(0.);float x=d.x*t+uTravel,y=uHeight+3.4+d.y*t;if(y<0.||y>13.)return vec4(0.);
float e=t/uUnit,X=x+20.,ax=mod(X,172.)-86.,h=h1(vec2(floor(X/172.),5.));
float cy=4.2+max(ax-7.,0.)*.07,r=2.05*(1.-pow(min(abs(ax)/18.6,1.),4.));float body=1.-smoothstep(r-e,r+e,abs(y-cy));if(abs(ax)>18.6)body=0.;
float fin=step(y,11.8)*step(5.,y)*step(10.5+(y-5.)*.72,ax)*step(ax,16.4+(y-5.)*.2);float eng=1.-smoothstep(1.1-e,1.1+e,length(vec2((ax+2.5)*.55,y-2.1)));
float al=max(uSun.y+.3,.2);vec3 lt=uMiddle*.6+uSunColour*.45*al+vec3(.5,.38,.22)*uNight*.55;vec3 pc=vec3(.82)*(.72+.28*smoothstep(-1.,1.,(y-cy)/2.));
pc=mix(pc,mix(vec3(.17,.27,.47),vec3(.66,.44,.2),step(.5,h)),max(fin,step(13.,ax)*.85));pc=mix(pc,vec3(.4),eng*(1.-body));pc*=lt;
float win=step(abs(y-4.75),.3)*step(-14.,ax)*step(ax,12.)*step(.45,fract(ax*.95))*min(1.,.5/e);pc=mix(pc,mix(vec3(.1,.13,.19),vec3(1.,.85,.6),max(uNight,uWet*.7)),win*body);
float main1=ax-1.,nose=ax+13.5,leg=max((1.-smoothstep(.2-e,.2+e,abs(main1)))*step(y,3.),(1.-smoothstep(.14-e,.14+e,abs(nose)))*step(y,3.)),tyre=max(1.-smoothstep(.62-e,.62+e,length(vec2(main1,y-.6))),1.-smoothstep(.42-e,.42+e,length(vec2(nose,y-.4))));
float gear=max(leg,tyre)*(1.-body);pc=mix(pc,mix(vec3(.3),vec3(.05),tyre)*lt,gear);eng=max(eng,gear);return vec4(mix(pc,uHorizon,1.-exp(-t/9000.)),max(body,max(fin,eng)));}
vec4 halls(vec3 d,vec3 sees,float z0){float t=(z0-uAside)/d.z;if(d.z<.02||t<0.)return vec4(0.);float x=d.x*t+uTravel,y=uHeight+3.4+d.y*t;if(y<0.)return vec4(0.);
float b=floor(x/86.);float r=h1(vec2(b,z0));float hgt=7.+13.*r*step(.22,r);float f=fract(x/86.);
float roof=hgt-2.*pow(abs(f-.5)*2.,4.)*step(.6,r);
float tower=(1.-smoothstep(3.2,3.4,abs(mod(x,2400.)-900.)))*42.;float cab=(1.-smoothstep(6.2,6.5,abs(mod(x,2400.)-900.)))*step(42.,y)*50.;float top=max(roof,max(tower,cab));
float a=1.-smoothstep(top-.3,top+.3+t/uUnit,y);if(a<=0.)return vec4(0.);
float light=max(uSun.y+.3,.15);vec3 c=mix(vec3(.42,.44,.47),vec3(.62,.60,.57),r)*(uMiddle*.6+uSunColour*.4*light);
float e=t/uUnit;vec2 g=abs(fract(vec2(x/2.1,y/3.9))-.5)*vec2(2.1,3.9);float pane=(1.-smoothstep(.97-e,.97+e,g.x)*min(1.,.16/e))*(1.-smoothstep(1.35-e,1.35+e,g.y)*min(1.,1./e))*step(y,hgt-1.2)*step(.3,r);
float bay=h1(floor(vec2(x/8.4,y/3.9))+r),lit=(.2+.8*bay*bay)*mix(1.,.5,smoothstep(2.,12.,y))*(.8+.2*h1(floor(vec2(x/2.1,y/3.9))));
if(pane>0.)c=mix(c,mix(air(vec3(sees.x,max(sees.y,0.)+.05+.09*h1(floor(vec2(x/8.4,y/3.9))),-sees.z))*.72,vec3(1.,.80,.54),lit*max(uNight,uWet*.75)),pane*.85);
float hz=1.-exp(-t/9000.);return vec4(mix(c,uHorizon,hz),a);}
vec4 masts(vec3 d){float t=(425.-uAside)/d.z;if(d.z<.02||t<0.)return vec4(0.);float x=d.x*t+uTravel,y=uHeight+3.4+d.y*t,e=t/uUnit,X=abs(mod(x,120.)-60.);
if(y<0.)return vec4(0.);float k=(1.-smoothstep(.16,.16+e,X))*step(y,19.)*min(1.,.5/e);k=max(k,(1.-smoothstep(3.6,3.6+e,X))*(1.-smoothstep(.42,.42+e,abs(y-19.))));
return vec4(mix(uMiddle*.3,uHorizon,1.-exp(-t/9000.)),k);}
vec3 ridges(vec3 d,vec3 c){
#if PLACE!=1
float s=PLACE==2?1.:.1;
for(int i=2;i>=0;i--){float f=float(i);float dist=14000.+f*17000.;float x=(d.x/max(d.z,.05)+uYaw)*dist+uFlown;
float n=textureLod(uLand,vec2(x/(26000.+f*9000.),.13+f*.27),1.).a+.25*textureLod(uLand,vec2(x/6100.,.4+f*.2),0.).a;float top=(300.+2700.*n*(.6+.3*f))*s;
float e=(top-uHeight)/dist/length(vec2(1.,d.x/max(d.z,.05)));float k=smoothstep(-.0015,.0015,e-d.y)*step(.05,d.z);
vec3 rock=mix(uShade*.55,uMiddle*.55,.35+.2*f);if(s>.5)rock=mix(rock,uLit*.92,smoothstep(.35,.6,n)*smoothstep(-.06,.0,d.y-e+.03));
c=mix(c,mix(rock,uHorizon,.35+.22*f),k);}
#endif
return c;}
float box(vec2 p,vec2 b,float r){vec2 q=abs(p)-b+r;return length(max(q,0.))+min(max(q.x,q.y),0.)-r;}
void main(){vec2 f=gl_FragCoord.xy;vec2 w=f-uWindow.xy;if(uSpacing>0.)w.x-=uSpacing*clamp(round(w.x/uSpacing),-1.,1.);
if(box(w,uWindow.zw,uWindow.z*.94)>uUnit*.06){o=vec4(0.);return;}
vec2 p=(f-uCentre)/uUnit;vec3 d=normalize(uAhead+uRight*p.x+uUp*p.y);
float jit=fract(52.9829189*fract(dot(f,vec2(.06711056,.00583715))));
vec3 dn=turn(d,uNose),df=turn(d,uRunway);vec3 c=sky(d);c=ridges(dn,c);float gh=uHeight+3.4;

#if !TOPS
if(d.y>0.){vec4 k=ceiling(d);c=mix(c,k.rgb,k.a);}
#endif
if(d.y<-.0006){float t=gh/-d.y;
#if PLACE==2
#if !TOPS
t=meet(d,df,t);
#endif
#endif
vec2 q=d.xz*t+uOver,r=df.xz*t+vec2(uTravel,uAside);vec3 g=vec3(0.);
#if PLACE==1&&!AIRFIELD
g=sea(q,d,t);
#else
g=land(q,d,t);
#endif
#if PLACE==1&&AIRFIELD
float at=max(1.-uField,smoothstep(700.,900.,r.y));if(at>0.)g=mix(g,sea(q,d,t),at);
#endif
#if AIRFIELD
float port=uField*(1.-smoothstep(520.,620.,abs(r.y)))*(1.-smoothstep(7000.,9000.,t));if(port>0.)g=mix(g,apron(r,d,t),port);
#endif
float hz=1.-exp(-t/SIGHT*(1.+uWet*1.4));
#if TOPS
g=g*.6+uShade*.06;
#endif
c=mix(g,mix(FAR,air(vec3(d.x,.01,d.z)),clamp(1.+d.y*NEAR,.5,1.)),hz);}
#if AIRFIELD
for(int i=1;i>=0;i--){vec4 k=halls(df,d,i==1?640.:432.);c=mix(c,k.rgb,k.a*uField);}vec4 plane=planes(df);c=mix(c,plane.rgb,plane.a*uField);vec4 mast=masts(df);c=mix(c,mast.rgb,mast.a*uField);
#endif
float heaps=0.;
#if TOPS
vec4 k=deck(d,jit);c=mix(c,k.rgb,k.a);heaps=step(d.y,-.004)*smoothstep(uTop-150.,uTop+50.,uHeight);
#endif
float wisp=textureLod(uClouds,vec2(dn.x/max(dn.z,.2)*.28+uFlown/2600.,d.y*.34+uFlown/9000.),1.).b;
float fog=clamp(uFogged*(1.1+.5*(wisp-.5)*(1.-uFogged*.7)),0.,1.);
vec3 haze=mix(uFog,mix(uHorizon*.9,uMiddle,smoothstep(-.35,.5,d.y)),.5*(1.-uWet)*(1.-uStars)),fc=haze*(.93+.22*clamp(d.y*.9+.2,-.3,.6)+.2*(wisp-.5))+.3*uSunColour*pow(max(dot(d,uSun),0.),4.)*(1.-uWet)*(1.-.8*uStars);

#if STARS
if(fog>.01){vec2 s=vec2(p.x+.22*p.y,p.y-.16*p.x);float near=textureLod(uClouds,vec2(s.x*.17+uFlown/900.,s.y*.55+uFlown/5200.),.8).b,wide=textureLod(uClouds,vec2(s.x*.09+uFlown/2300.,s.y*.3+.4),2.5).a,e=length(p-uTip);
float veil=smoothstep(.22,.78,.6*near+.4*wide);fc*=.6+.68*veil-.46*p.y;fc+=vec3(.085,.062,.05)*smoothstep(.4,-.7,p.y)*(.3+veil)+vec3(.02,.13,.055)*(exp(-e*e*240.)+.3*exp(-e*12.))*(.5+.7*veil);}
#endif
c=mix(c,fc,fog);
float top=max(c.r,max(c.g,c.b)),soft=top<.8?top:.8+.2*(1.-exp(-(top-.8)/.3));o=vec4(mix(c*soft/max(top,.001),vec3(soft),clamp((top-soft)*.55,0.,.85)),1.-heaps*(1.-fog));}`;
